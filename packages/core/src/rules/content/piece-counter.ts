/**
 * The first 1024 pieces may be small; after them the pieces must have 64 bytes each on average. Streams of short
 * events satisfy this.
 */
const SMALL_PIECES = 1024;
const MIN_PIECE = 64;

/**
 * Counts the pieces of a streamed body. Each piece costs the main thread some microseconds and some hundred bytes,
 * however small it is, so a limit on the bytes of a body limits neither.
 *
 * @returns a function that takes the length of each piece, and returns false once the pieces are too many for their
 * bytes
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
