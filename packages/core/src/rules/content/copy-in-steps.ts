import type { RunInTurn } from "../../ports/storage.ts";

/**
 * Bytes that a thread which serves others copies without a pause. The system gives new memory page by page when it
 * is written: where that is slow, a mebibyte takes 5 ms.
 */
const STEP_BYTES = 262_144;

/**
 * Copies pieces one after another to the beginning of `whole`, in steps of at most 256 KiB. Each step is run by
 * `inTurn`, which may charge it to whoever the bytes are for; who has no such turns takes `inChunks`.
 *
 * @throws {RangeError} where `whole` has no room for a piece
 * @example
 * const whole = Buffer.allocUnsafeSlow(size);
 * await copyInSteps(chunks, whole, inLaterTurn);
 */
export async function copyInSteps(
  pieces: readonly Uint8Array[],
  whole: Uint8Array,
  inTurn: RunInTurn,
): Promise<void> {
  let at = 0;
  /** The piece that is copied next, and from where on. */
  let index = 0;
  let from = 0;
  const copy = async (): Promise<void> => {
    const end = at + STEP_BYTES;
    for (let piece = pieces[index]; piece !== undefined && at < end; piece = pieces[index]) {
      const part = piece.subarray(from, from + end - at);
      whole.set(part, at);
      at += part.length;
      from += part.length;
      if (from < piece.length) return;
      index++;
      from = 0;
    }
  };
  while (index < pieces.length) await inTurn(copy);
}
