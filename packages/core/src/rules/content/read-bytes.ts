import type { RunInTurn } from "../../ports/storage.ts";
import { atOnce } from "../next-turn.ts";
import { copyInSteps } from "./copy-in-steps.ts";
import { createPieceCounter } from "./piece-counter.ts";

/** Options of {@link readBytes}. */
export interface ReadBytesOptions {
  /** A longer body is refused. */
  readonly maxBytes: number;
  /** The length that the headers tell, if they tell it of the bytes as they are read. */
  readonly length?: number | undefined;
  /** Makes the error for a body that is longer than `maxBytes`, or than `length`, or in too many small pieces. */
  readonly tooLarge: () => Error;
  /**
   * Runs the steps in which the pieces of a body of unknown length are joined, see {@link copyInSteps}: for a host
   * that reads many bodies, and does other work in between.
   *
   * @default all at once
   */
  readonly inTurn?: RunInTurn;
}

/**
 * Reads a body up to a limit. A body whose length is known and too large is not read at all, one
 * that turns out to be too large only up to the limit; the rest is cancelled.
 *
 * @param body `null` is an empty one; a caller that passes a stream of Node's destroys it when this throws
 * @throws what `tooLarge` makes, and what the stream fails with
 * @example
 * const tooLarge = () => new Error("the answer has more than 1 MiB");
 * const text = String(await readBytes(response.body, { maxBytes: 1024 * 1024, tooLarge }));
 */
export async function readBytes(
  body: AsyncIterable<Uint8Array> | null,
  { maxBytes, length, tooLarge, inTurn = atOnce }: ReadBytesOptions,
): Promise<Buffer<ArrayBuffer>> {
  if (length !== undefined && length > maxBytes) {
    if (body instanceof ReadableStream) await body.cancel();
    throw tooLarge();
  }
  if (body === null) return Buffer.alloc(0);
  // Where the length is known, the bytes are put where they are to be: they exist once.
  const whole = length === undefined ? undefined : Buffer.alloc(length);
  const chunks: Uint8Array[] = [];
  const isWorth = createPieceCounter();
  let size = 0;
  for await (const chunk of body) {
    const isTooLong = size + chunk.length > (length ?? maxBytes);
    // Leaving the loop cancels the rest of the body.
    if (isTooLong || !isWorth(chunk.length)) throw tooLarge();
    if (whole === undefined) chunks.push(chunk);
    else whole.set(chunk, size);
    size += chunk.length;
  }
  if (whole !== undefined) return whole.subarray(0, size);
  const joined = Buffer.allocUnsafeSlow(size);
  await copyInSteps(chunks, joined, inTurn);
  return joined;
}
