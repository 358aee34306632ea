import { fold } from "./command.ts";

/** A word of a list, folded and cut at its stars. */
interface Pattern {
  readonly pieces: readonly string[];
  /** Whether the word must begin, and end, where a word of the text does. */
  readonly isWhole: { readonly start: boolean; readonly end: boolean };
}

/** Characters of a folded text; without such letters the longest message has 65,536. */
const MAX_LENGTH = 100_000;
/** Characters times words that are looked through: some 300 ms. */
const MAX_COMPARED = 50_000_000;
/** The same until others get a turn in the host's main thread: some 10 ms. */
const COMPARED_AT_ONCE = 2_000_000;
/** Looking for a word in a further line takes as long as for so many more characters. */
const CHARACTERS_OF_A_LINE = 8;
/** A letter or digit of a script that writes blanks between words. */
const LETTER = /[\p{L}\p{N}]/u;
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/**
 * Whether a text contains a word of a list. `*` in a word stands for any characters of a line. A word of
 * letters matches whole words only (`ass` is not in `class`, `ass*` is in `assets`); Chinese matches
 * anywhere, also with blanks between its characters. Capitals, full-width forms and invisible characters
 * make no difference. Takes time by the length of the text for each word, in steps between which others get a turn. A
 * text that is too long to be looked through counts as one that contains a word: beyond 100,000 characters when it
 * is folded, where single characters may stand for long words, and beyond 50,000,000 characters times words.
 *
 * @example
 * await containsWord("Ｆree  BITCOIN now", ["free*bitcoin"]); // true
 */
export async function containsWord(text: string, words: readonly string[]): Promise<boolean> {
  const patterns = words.map(toPattern).filter(({ pieces }) => pieces.length > 0);
  if (patterns.length === 0) return false;
  const lines = foldLines(text);
  const whole = lines.join("\n");
  const starred = patterns.filter(({ pieces }) => pieces.length > 1);
  const plain = patterns.filter(({ pieces }) => pieces.length === 1);
  const compared =
    whole.length * patterns.length + lines.length * starred.length * CHARACTERS_OF_A_LINE;
  // Otherwise it would take longer than a call may, and the message would pass.
  if (whole.length > MAX_LENGTH || compared > MAX_COMPARED) return true;
  // A star stands for no line break; what has none is looked for in all lines at once.
  return (await containsAny([whole], plain)) || containsAny(lines, starred);
}

async function containsAny(
  texts: readonly string[],
  patterns: readonly Pattern[],
): Promise<boolean> {
  if (patterns.length === 0) return false;
  let compared = 0;
  for (const searched of texts.map(toSearched)) {
    for (const pattern of patterns) {
      if (matches(searched, pattern)) return true;
      compared += searched.text.length + CHARACTERS_OF_A_LINE;
      if (compared < COMPARED_AT_ONCE) continue;
      compared = 0;
      await new Promise<void>((resolve) => setTimeout(resolve, 0));
    }
  }
  return false;
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

/** A folded text, with what is looked at once for all words. */
interface Searched {
  readonly text: string;
  /** Whether there is a letter of a script that writes blanks, by place. */
  readonly isSpaced: readonly boolean[];
  /** The first place from each one on where a word may begin: behind no such letter. */
  readonly starts: Uint32Array;
}

function toSearched(text: string): Searched {
  const spaced = Array.from({ length: text.length }, (_, at) => isSpaced(text[at]));
  const starts = new Uint32Array(text.length + 1).fill(text.length);
  for (let at = text.length - 1; at >= 0; at--) {
    starts[at] = spaced[at - 1] === true ? (starts[at + 1] ?? text.length) : at;
  }
  return { text, isSpaced: spaced, starts };
}

/** Finds the pieces one after another, each as far left as it goes: the last one has the most room so. */
function matches(searched: Searched, { pieces, isWhole }: Pattern): boolean {
  let from = 0;
  for (const [index, piece] of pieces.entries()) {
    const at = findPiece(searched, piece, from, {
      start: index === 0 && isWhole.start,
      end: index === pieces.length - 1 && isWhole.end,
    });
    if (at === -1) return false;
    from = at + piece.length;
  }
  return true;
}

function findPiece(
  { text, isSpaced: spaced, starts }: Searched,
  piece: string,
  from: number,
  { start, end }: Pattern["isWhole"],
): number {
  for (let at = text.indexOf(piece, from); at !== -1;) {
    const behind = at + piece.length;
    const begins = start ? (starts[at] ?? at) : at;
    if (begins === at && !(end && spaced[behind] === true)) return at;
    at = text.indexOf(piece, Math.max(at + 1, begins));
  }
  return -1;
}
