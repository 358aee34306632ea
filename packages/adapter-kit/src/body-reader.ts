import type { IncomingHttpHeaders } from "node:http";

/** Options of {@link readCapped}. */
export interface ReadCappedOptions {
  /** A longer body is refused. */
  readonly maxBytes: number;
  /** The length that the headers tell, if they tell it of the bytes as they are read. */
  readonly length?: number | undefined;
  /** Makes the error for a body that is longer than `maxBytes`, or than `length`. */
  readonly tooLarge: () => Error;
}

/**
 * Reads a body up to a limit. A body whose length is known and too large is not read at all, one
 * that turns out to be too large only up to the limit; the rest is cancelled.
 *
 * @throws what `tooLarge` makes, and what the stream fails with
 */
export async function readCapped(
  body: AsyncIterable<Uint8Array> | null,
  { maxBytes, length, tooLarge }: ReadCappedOptions,
): Promise<Uint8Array> {
  if (length !== undefined && length > maxBytes) {
    if (body instanceof ReadableStream) await body.cancel();
    throw tooLarge();
  }
  if (body === null) return new Uint8Array();
  // Where the length is known, the bytes are put where they are to be: they exist once.
  const whole = length === undefined ? undefined : new Uint8Array(length);
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    // Leaving the loop cancels the rest of the body.
    if (size + chunk.length > (length ?? maxBytes)) throw tooLarge();
    if (whole === undefined) chunks.push(chunk);
    else whole.set(chunk, size);
    size += chunk.length;
  }
  return whole?.subarray(0, size) ?? Buffer.concat(chunks, size);
}

/** The length of a body as it is read; `undefined` when the headers do not tell. */
export function lengthOf(headers: Headers | IncomingHttpHeaders): number | undefined {
  const read = (name: "content-length" | "content-encoding"): string | null | undefined =>
    headers instanceof Headers ? headers.get(name) : headers[name];
  const text = read("content-length") ?? "";
  const isEncoded = (read("content-encoding") ?? "identity") !== "identity";
  return /^\d{1,15}$/.test(text) && !isEncoded ? Number(text) : undefined;
}
