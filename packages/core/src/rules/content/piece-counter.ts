/**
 * So many pieces may be small; from then on each must have so many bytes on the average. Streams of short events pass.
 */
const SMALL_PIECES = 1024;
const MIN_PIECE = 64;

/**
 * Counts the pieces in which a body comes. A piece costs the main thread some microseconds and some hundred bytes,
 * however small it is, so that a bound of a body's bytes alone bounds neither.
 *
 * @returns a function that takes the length of each piece, and returns false once there are too many for their bytes
 * @example
 * const isWorth = createPieceCounter();
 * for await (const piece of body) if (!isWorth(piece.length)) throw new Error("too many small pieces");
 */
export function createPieceCounter(): (bytes: number) => boolean {
  let pieces = 0;
  let total = 0;
  return (bytes) => {
    pieces += 1;
    total += bytes;
    return pieces <= SMALL_PIECES + total / MIN_PIECE;
  };
}
