/**
 * Most bytes of a memory that are copied, cleared or compared in one step: about 30 microseconds. The whole memory
 * of a large call takes several milliseconds, for which a slow worker would keep a core from the others.
 */
export const PIECE = 131_072;

/** Called with the number of bytes after each step: at most {@link PIECE}, or the whole base image. */
export type Pace = (bytes: number) => void;

/** Calls `yieldCore` whenever another {@link PIECE} bytes are done. */
export function createPace(yieldCore: () => void): Pace {
  let done = 0;
  return (bytes) => {
    done += bytes;
    if (done < PIECE) return;
    done = 0;
    yieldCore();
  };
}

/** Divides a range into pieces, and calls `pace` after the work for each. */
export function* pieces(
  start: number,
  end: number,
  pace: Pace,
): Generator<[from: number, to: number]> {
  for (let from = start; from < end; from += PIECE) {
    const to = Math.min(from + PIECE, end);
    yield [from, to];
    pace(to - from);
  }
}
