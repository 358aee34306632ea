import { ProviderError } from "../errors.ts";

/**
 * Reads the text of an answer with a limit on its bytes.
 *
 * @throws {ProviderError} `PROVIDER_INVALID_ANSWER` when there are more; the rest is not read
 */
export async function readText(
  response: Response,
  mostBytes: number,
  name: string,
): Promise<string> {
  if (response.body === null) return "";
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body) {
    bytes += chunk.length;
    // Leaving the loop cancels the rest.
    if (bytes > mostBytes) {
      throw new ProviderError(`${name} answered with more than ${mostBytes} bytes`, {
        code: "PROVIDER_INVALID_ANSWER",
      });
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, bytes).toString("utf8");
}
