import type { RunInTurn } from "../../ports/storage.ts";
import { atOnce } from "../next-turn.ts";
import { copyInSteps } from "./copy-in-steps.ts";
import { createPieceCounter } from "./piece-counter.ts";

/** Options of {@link readBytes}. */
export interface ReadBytesOptions {
  /** A longer body is refused. */
  readonly maxBytes: number;
  /** The length from the headers, if it is the length of the bytes as they are read (not of a compressed body). */
  readonly length?: number | undefined;
  /** Creates the error for a body that is longer than `maxBytes` or `length`, or comes in too many small pieces. */
  readonly tooLarge: () => Error;
  /**
   * Runs the steps in which the pieces of a body of unknown length are joined, see {@link copyInSteps}; for a host
   * that reads many bodies and has other work.
   *
   * @default all at once
   */
  readonly inTurn?: RunInTurn;
}

/**
 * Reads a body up to a limit. If the known length is too large, nothing is read; if the body turns out to be too
 * large, it is read up to the limit and the rest is cancelled.
 *
 * @param body `null` is an empty body; a caller that passes a Node stream must destroy it when this function throws
 * @throws the error of `tooLarge`, and the errors of the stream
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
  // With a known length the bytes are copied directly to their place, so that they are in memory only once.
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
