import { TICKET_BYTES } from "../../protocol/memory-claim.ts";

/** Sizes up to {@link LARGE} are rounded up to a multiple of this, so that buffers fit other calls. */
const STEP = 32_768;

/** The multiple for sizes up to twice {@link STEP}, as most calls have: a thousand waiting calls take 3 MB less. */
const SMALL_STEP = 8192;

/**
 * Larger sizes are rounded up to a power of two, because the memory of a large call has another size each time it is
 * suspended. The unwritten part costs nothing: the system supplies pages when they are first written.
 */
const LARGE = 1_048_576;

/** Bytes of free buffers to keep: the largest call's by default. */
const KEPT_BYTES = 134_217_728;

/**
 * A pool of shared buffers for the memory of suspended calls, each with room for a ticket at its end.
 * Buffers are reused, because shared memory is only freed when the garbage collectors of all threads that know it
 * have run.
 */
export interface BufferPool {
  readonly take: (bytes: number) => Uint8Array;
  readonly giveBack: (bytes: Uint8Array) => void;
  /** Drops the free buffers of sizes that were not needed since the last time. */
  readonly trim: () => void;
}

/** The free buffers of one size. */
interface SizeClass {
  readonly free: ArrayBufferLike[];
  /** The number of the `take` that needed this size last. */
  usedAt: number;
}

/**
 * Creates the pool of an executor.
 *
 * @param onDropped called with the bytes of free buffers that are not kept
 */
export function createBufferPool(onDropped: (bytes: number) => void = () => {}): BufferPool {
  const classes = new Map<number, SizeClass>();
  let kept = 0;
  let takes = 0;
  /** The value of `takes` at the last `trim`. */
  let trimmedAt = 0;

  function classOf(size: number): SizeClass {
    const known = classes.get(size);
    if (known !== undefined) return known;
    const made: SizeClass = { free: [], usedAt: takes };
    classes.set(size, made);
    return made;
  }

  function drop(size: number, { free }: SizeClass): void {
    const bytes = size * free.length;
    kept -= bytes;
    classes.delete(size);
    if (bytes > 0) onDropped(bytes);
  }

  /** Drops the sizes that were needed longest ago until a buffer of another one fits. */
  function makeRoom(wanted: number): void {
    const others = [...classes].filter(([size]) => size !== wanted);
    for (const [size, own] of others.toSorted(([, one], [, other]) => one.usedAt - other.usedAt)) {
      if (kept + wanted <= KEPT_BYTES) return;
      drop(size, own);
    }
  }

  return {
    take(bytes) {
      takes++;
      const size = roundUp(bytes + TICKET_BYTES);
      const own = classOf(size);
      own.usedAt = takes;
      const buffer = own.free.pop();
      if (buffer === undefined) return new Uint8Array(new SharedArrayBuffer(size), 0, bytes);
      kept -= size;
      return new Uint8Array(buffer, 0, bytes);
    },
    giveBack({ buffer }) {
      const size = buffer.byteLength;
      if (kept + size > KEPT_BYTES) makeRoom(size);
      if (kept + size > KEPT_BYTES) return onDropped(size);
      kept += size;
      classOf(size).free.push(buffer);
    },
    trim() {
      for (const [size, own] of classes) if (own.usedAt <= trimmedAt) drop(size, own);
      trimmedAt = takes;
    },
  };
}

function roundUp(bytes: number): number {
  if (bytes > LARGE) return 2 ** Math.ceil(Math.log2(bytes));
  const step = bytes <= 2 * STEP ? SMALL_STEP : STEP;
  return Math.ceil(bytes / step) * step;
}
