import { assertValid, readBytes, type Validation } from "@botwright/core";
import { ChatPageError } from "../errors.ts";

/**
 * Reads the body of a request.
 *
 * @throws {ChatPageError} `TOO_LARGE` for a longer one
 */
export async function readBody(
  request: Request,
  maxBytes: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const tooLarge = (): Error =>
    new ChatPageError("TOO_LARGE", `a body has at most ${maxBytes} bytes`);
  return new Uint8Array(await readBytes(request.body, { maxBytes, tooLarge }));
}

/**
 * Parses a body as JSON.
 *
 * @param example a body that would do, for the error
 * @throws {ChatPageError} `INVALID_INPUT` when it is none
 */
export function parseJson(body: Uint8Array, example: string): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body));
  } catch (cause) {
    throw new ChatPageError("INVALID_INPUT", `the body must be JSON, such as ${example}`, {
      cause,
    });
  }
}

/** Larger than the largest value of a storage as JSON, and than the fields of any form. */
const LARGEST_CHANGE = 8 * 1024 * 1024;

/**
 * Reads what a tool is to do.
 *
 * @throws {ChatPageError} `INVALID_INPUT` naming the field, `TOO_LARGE`
 */
export async function readChange<T>(
  request: Request,
  validate: (input: unknown) => Validation<T>,
): Promise<T> {
  const body = parseJson(await readBody(request, LARGEST_CHANGE), '{"plugin":"poll"}');
  return assertValid("the body", validate(body));
}
