import { onAbort } from "../abort.ts";
import { tooLarge } from "../errors.ts";

/**
 * Reads the whole body before the request is sent, so that a body that is too large is not sent in
 * part, and a redirect can send the body again. An aborted signal also ends the wait for the next bytes.
 * `readBytes` of `@botwright/core` does similar work, but this package does not depend on core.
 *
 * @throws {@link GuardedFetchError} `FETCH_BODY_TOO_LARGE`
 */
export async function readRequestBody(
  { body }: Request,
  limit: number,
  signal: AbortSignal,
): Promise<Buffer | undefined> {
  if (body === null) return undefined;
  const reader = body.getReader();
  using _ = onAbort(signal, () => void reader.cancel(signal.reason).catch(() => {}));
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    signal.throwIfAborted();
    if (done) return Buffer.concat(chunks);
    size += value.byteLength;
    if (size > limit) {
      reader.cancel().catch(() => {});
      throw tooLarge("request", limit);
    }
    chunks.push(value);
  }
}
