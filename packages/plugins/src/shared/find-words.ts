import { fold } from "./command.ts";

/** A word of a list, folded and cut at its stars. */
interface Pattern {
  readonly pieces: readonly string[];
  /** Whether the word must begin, and end, where a word of the text does. */
  readonly isWhole: { readonly start: boolean; readonly end: boolean };
}

/** Characters of a folded text; without such letters the longest message has 65,536. */
const MAX_LENGTH = 100_000;
/** A letter or digit of a script that writes blanks between words. */
const LETTER = /[\p{L}\p{N}]/u;
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/**
 * Whether a text contains a word of a list. `*` in a word stands for any characters of a line. A word of
 * letters matches whole words only (`ass` is not in `class`, `ass*` is in `assets`); Chinese matches
 * anywhere, also with blanks between its characters. Capitals, full-width forms and invisible characters
 * make no difference. Takes time by the length of the text for each word. A text of characters that stand
 * for long words grows when it is folded; beyond 100,000 characters it counts as one that contains a word.
 *
 * @example
 * containsWord("Ｆree  BITCOIN now", ["free*bitcoin"]); // true
 */
export function containsWord(text: string, words: readonly string[]): boolean {
  const patterns = words.map(toPattern).filter(({ pieces }) => pieces.length > 0);
  if (patterns.length === 0) return false;
  const lines = foldLines(text);
  // Otherwise a thousand words would take longer than a call may, and the message would pass.
  if (lines.reduce((sum, line) => sum + line.length, 0) > MAX_LENGTH) return true;
  return lines.some((line) => patterns.some((pattern) => matches(line, pattern)));
}

/** The lines of a text for comparisons; blanks between Chinese characters do not count. */
function foldLines(text: string): readonly string[] {
  return fold(text)
    .split(/[\r\n]+/u)
    .map((line) => line.replaceAll(/(?<=\p{Script=Han})[^\S\n]+(?=\p{Script=Han})/gu, ""));
}

function toPattern(word: string): Pattern {
  const [line = ""] = foldLines(word.trim());
  const pieces = line.split("*");
  return {
    pieces: pieces.filter((piece) => piece !== ""),
    isWhole: { start: isSpaced(line.at(0)), end: isSpaced(line.at(-1)) },
  };
}

function isSpaced(letter: string | undefined): boolean {
  return letter !== undefined && LETTER.test(letter) && !UNSPACED.test(letter);
}

/** Finds the pieces one after another, each as far left as it goes: the last one has the most room so. */
function matches(line: string, { pieces, isWhole }: Pattern): boolean {
  let from = 0;
  for (const [index, piece] of pieces.entries()) {
    const at = findPiece(line, piece, from, {
      start: index === 0 && isWhole.start,
      end: index === pieces.length - 1 && isWhole.end,
    });
    if (at === -1) return false;
    from = at + piece.length;
  }
  return true;
}

function findPiece(
  line: string,
  piece: string,
  from: number,
  { start, end }: Pattern["isWhole"],
): number {
  for (let at = line.indexOf(piece, from); at !== -1; at = line.indexOf(piece, at + 1)) {
    const isInside =
      (start && isSpaced(line[at - 1])) || (end && isSpaced(line[at + piece.length]));
    if (!isInside) return at;
  }
  return -1;
}
