import type { RunInTurn } from "../../ports/storage.ts";

/**
 * Bytes that a thread with other work copies without a pause. The operating system provides new memory page by page
 * when it is written; where that is slow, 1 MiB takes 5 ms.
 */
const STEP_BYTES = 262_144;

/**
 * Copies pieces one after another to the beginning of `whole`, in steps of at most 256 KiB. `inTurn` runs each step,
 * and may charge its time to the owner of the bytes; a caller without turns of its own passes `inLaterTurn`.
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
  /** The next piece to copy, and the offset in it. */
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
