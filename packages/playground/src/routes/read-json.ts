import { assertValid, readBytes, type Validation } from "@botwright/core";
import { ChatPageError } from "../errors.ts";

/**
 * Reads the body of a request.
 *
 * @throws {ChatPageError} `TOO_LARGE` for a body of more than `maxBytes`
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
 * @param example a valid body, for the error message
 * @throws {ChatPageError} `INVALID_INPUT` when the body is not JSON
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

/** The largest body of a change in bytes: larger than any value of a storage as JSON, or any form. */
const LARGEST_CHANGE = 8 * 1024 * 1024;

/**
 * Reads and validates the body of a tool's request.
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
