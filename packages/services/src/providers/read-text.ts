import { readBytes } from "@botwright/core";
import { ProviderError } from "../errors.ts";

/** Drops a byte order mark at the beginning of an answer. */
const utf8 = new TextDecoder();

/**
 * Reads the text of an answer with a limit on its bytes.
 *
 * @throws {ProviderError} `PROVIDER_INVALID_ANSWER` when the answer has more bytes; the rest is not read
 */
export async function readText(
  { body }: Response,
  maxBytes: number,
  name: string,
): Promise<string> {
  const tooLarge = (): Error =>
    new ProviderError(`${name} answered with more than ${maxBytes} bytes`, {
      code: "PROVIDER_INVALID_ANSWER",
    });
  return utf8.decode(await readBytes(body, { maxBytes, tooLarge }));
}
