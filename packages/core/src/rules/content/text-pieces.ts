import { cutText } from "./cut-text.ts";

/** UTF-16 units of a piece; each can become six characters of JSON. */
const PIECE_UNITS = 65_536;

/**
 * Yields a text in pieces of at most 65,536 UTF-16 units that end between code points, for work that would block the
 * main thread if it processed the whole text at once.
 *
 * @example
 * const pace = createPace();
 * for (const piece of textPieces(text)) {
 *   hash.update(piece);
 *   await pace(piece.length);
 * }
 */
export function* textPieces(text: string): Generator<string, void, undefined> {
  let at = 0;
  while (text.length - at > PIECE_UNITS) {
    const piece = cutText(text.slice(at, at + PIECE_UNITS + 1), PIECE_UNITS);
    yield piece;
    at += piece.length;
  }
  yield text.slice(at);
}

/**
 * Joins pieces of a text, in a turn of its own if the text is long. The operating system provides new memory page by
 * page, which takes up to 5 ms for 1 MiB.
 *
 * @param pace see `createPace`
 */
export async function joinPieces(
  pieces: readonly string[],
  pace: (characters: number) => Promise<void>,
): Promise<string> {
  await pace(pieces.reduce((sum, { length }) => sum + length, 0));
  return pieces.join("");
}
