import { createHash } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";

/** Bytes that are processed without a pause: some 4 ms of MD5, and less of AES. */
const PIECE_BYTES = 1_048_576;

/** Milliseconds after which the event loop has a turn, however few bytes were processed. */
const PIECE_MS = 4;

/**
 * Yields bytes in pieces of a mebibyte, each in a turn of the event loop of its own: other messages are
 * processed between them.
 *
 * @example
 * for await (const piece of inPieces(bytes)) hash.update(piece);
 */
export async function* inPieces(bytes: Uint8Array): AsyncGenerator<Uint8Array, void, undefined> {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
    if (at > 0) await nextTurn();
    yield bytes.subarray(at, at + PIECE_BYTES);
  }
}

/**
 * The hexadecimal digest of bytes that may be many.
 *
 * @example
 * const sha256 = await digestInPieces("sha256", bytes);
 */
export async function digestInPieces(
  algorithm: "md5" | "sha256",
  bytes: Uint8Array,
): Promise<string> {
  const hash = createHash(algorithm);
  for await (const piece of inPieces(bytes)) hash.update(piece);
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
    if (done < PIECE_BYTES && performance.now() - since < PIECE_MS) return;
    done = 0;
    await nextTurn();
    since = performance.now();
  };
}
