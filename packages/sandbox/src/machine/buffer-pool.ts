import { TICKET_BYTES } from "../protocol/memory-claim.ts";

/** Sizes are rounded up to this many bytes, so that buffers fit other calls. */
const STEP = 32_768;

/** Bytes that are kept for use again; what is beyond is left to the garbage collector. */
const KEPT_BYTES = 67_108_864;

/**
 * Shared memory for the pages of waiting calls, with room for a ticket behind them. Buffers are used again: the collector of a thread
 * hardly notices the weight of shared ones, and would let hundreds of megabytes lie about.
 */
export interface BufferPool {
  readonly take: (bytes: number) => Uint8Array;
  readonly giveBack: (bytes: Uint8Array) => void;
}

/** Makes the store of an engine. */
export function createBufferPool(): BufferPool {
  const free = new Map<number, ArrayBufferLike[]>();
  let kept = 0;
  return {
    take(bytes) {
      const size = Math.ceil((bytes + TICKET_BYTES) / STEP) * STEP;
      const buffer = free.get(size)?.pop();
      if (buffer === undefined) return new Uint8Array(new SharedArrayBuffer(size), 0, bytes);
      kept -= size;
      return new Uint8Array(buffer, 0, bytes);
    },
    giveBack({ buffer }) {
      const size = buffer.byteLength;
      if (kept + size > KEPT_BYTES) return;
      kept += size;
      const buffers = free.get(size);
      if (buffers === undefined) free.set(size, [buffer]);
      else buffers.push(buffer);
    },
  };
}
