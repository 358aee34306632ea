import { TICKET_BYTES } from "../../protocol/memory-claim.ts";

/** Sizes are rounded up to a multiple of this, so that buffers fit other calls. */
const STEP = 32_768;

/** Bytes of free buffers to keep; the garbage collector frees the rest. */
const KEPT_BYTES = 67_108_864;

/**
 * A pool of shared buffers for the memory of suspended calls, each with room for a ticket at its end.
 * Buffers are reused, because a thread's garbage collector underestimates the size of shared memory and
 * would leave hundreds of megabytes uncollected.
 */
export interface BufferPool {
  readonly take: (bytes: number) => Uint8Array;
  readonly giveBack: (bytes: Uint8Array) => void;
}

/** Creates the pool of an engine. */
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
