import { createHash } from "node:crypto";
import { nextTurn } from "./next-turn.ts";

/** Bytes that are processed without a pause: some 4 ms of MD5, and less of AES. */
const CHUNK_BYTES = 1_048_576;

/** Milliseconds after which the event loop has a turn, however few bytes were processed. */
const CHUNK_MS = 4;

/**
 * Yields bytes in chunks of a mebibyte, each in a turn of the event loop of its own: other messages are
 * processed between them.
 *
 * @example
 * for await (const chunk of inChunks(bytes)) hash.update(chunk);
 */
export async function* inChunks(bytes: Uint8Array): AsyncGenerator<Uint8Array, void, undefined> {
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) {
    if (at > 0) await nextTurn();
    yield bytes.subarray(at, at + CHUNK_BYTES);
  }
}

/**
 * The hexadecimal digest of bytes that may be many.
 *
 * @example
 * const sha256 = await digestInChunks("sha256", bytes);
 */
export async function digestInChunks(
  algorithm: "md5" | "sha256",
  bytes: Uint8Array,
): Promise<string> {
  const hash = createHash(algorithm);
  for await (const chunk of inChunks(bytes)) hash.update(chunk);
  return hash.digest("hex");
}

/**
 * Makes a function that lets the event loop have a turn after each mebibyte or 4 ms of work: call it after each
 * part, with the part's bytes. A list of short texts takes more time than one text of the same size.
 *
 * @example
 * const pace = createPace();
 * for (const text of texts) {
 *   values.push(JSON.parse(text));
 *   await pace(text.length);
 * }
 */
export function createPace(): (bytes: number) => Promise<void> {
  let done = 0;
  let since = performance.now();
  return async (bytes) => {
    done += bytes;
    if (done < CHUNK_BYTES && performance.now() - since < CHUNK_MS) return;
    done = 0;
    await nextTurn();
    since = performance.now();
  };
}
