import { createHash } from "node:crypto";
import { nextTurn } from "./next-turn.ts";

/** Bytes that are processed without a pause: about 4 ms of MD5, less of AES. */
const CHUNK_BYTES = 1_048_576;

/** Milliseconds of work after which the event loop gets a turn, however few bytes were processed. */
const CHUNK_MS = 4;

/**
 * Yields bytes in chunks of 1 MiB, each in its own turn of the event loop, so that other messages are processed
 * between them.
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
 * Computes the hexadecimal digest of bytes, in chunks.
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
 * Creates a function that gives the event loop a turn after each MiB or 4 ms of work. Call it after each part, with
 * the part's bytes. Time counts as well, because a list of short texts takes longer than one text of the same size.
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
