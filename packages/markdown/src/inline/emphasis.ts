import {
  ASTERISK,
  CJK,
  PUNCTUATION,
  TILDE,
  UNDERSCORE,
  WHITESPACE,
  classAfter,
  classBefore,
  isAsciiAlphanumeric,
  isDigit,
  isLetterOrNumber,
} from "../characters.ts";
import type { Step } from "../steps.ts";

/** A change to the text: the characters from `start` to `end` become `text`. */
export interface Mark {
  start: number;
  end: number;
  text: string;
}

/**
 * A run of `*`, `_` or `~`. As a mark it deletes as many of its markers as were paired. All markers of a
 * run are the same character, so it does not matter which are deleted: the range always ends where the run
 * ends, and grows to the left.
 */
export interface Run extends Mark {
  code: number;
  /** Position of the first marker. */
  first: number;
  /** Number of markers that are not paired. */
  left: number;
  opens: boolean;
  closes: boolean;
}

/**
 * Reads the run of markers from `first` to `end`; undefined when it can neither open nor close emphasis.
 *
 * CommonMark's flanking rules decide by the characters on both sides: a run opens if it is not followed by
 * whitespace (or by punctuation, unless whitespace or punctuation precedes it), and closes in the mirrored
 * case. Chinese text has no spaces around punctuation, so characters of CJK scripts count as openers and
 * closers on their side, otherwise `**注意：**请` would not be bold.
 */
export function runAt(text: string, code: number, first: number, end: number): Run | undefined {
  const size = end - first;
  if (code === TILDE && size !== 2) return undefined;
  const left = text.charCodeAt(first - 1);
  const right = text.charCodeAt(end);
  // As in `2*3` and `2**3`.
  if (code === ASTERISK && isDigit(left) && isDigit(right)) return undefined;
  const before = classBefore(text, first);
  const after = classAfter(text, end);
  // Next to a tilde, a run counts as next to punctuation; strikethrough also counts as a letter.
  let opens =
    after === 0 ||
    (after & CJK) !== 0 ||
    (after === PUNCTUATION && before !== 0) ||
    right === TILDE;
  let closes =
    before === 0 ||
    (before & CJK) !== 0 ||
    (before === PUNCTUATION && after !== 0) ||
    left === TILDE;
  // An underscore inside of a word is part of a name such as `snake_case`.
  if (code === UNDERSCORE && opens && closes) {
    opens = (before & (WHITESPACE | PUNCTUATION)) !== 0;
    closes = (after & (WHITESPACE | PUNCTUATION)) !== 0;
  } else if (code === ASTERISK && size === 1) {
    // A single asterisk between ASCII letters or digits, as in `a*b`, opens nothing.
    opens &&= !(isAsciiAlphanumeric(left) && isAsciiAlphanumeric(right));
  }
  if (!opens && !closes) return undefined;
  return { start: end, end, text: "", code, first, left: size, opens, closes };
}

/**
 * Pairs the runs from index `bottom` to `top` by CommonMark's algorithm and marks paired markers for
 * deletion.
 *
 * Reads the runs from left to right; `runs[bottom..height)` is reused as the stack of openers. A closer
 * pairs with the nearest opener that fits, and everything above that opener is dropped. Two markers on both
 * sides are strong emphasis and pair at once; otherwise one of each pairs. What is left of a closer looks
 * for the next opener, and may become an opener itself.
 *
 * Linear time: a search that succeeds drops every opener that it passed. A search that fails would pass
 * them again for the next closer; therefore `floors` records the stack height for this kind of closer, and
 * later closers of the same kind need not search below it. As there are few kinds, failed searches pass
 * each opener a bounded number of times. When the stack shrinks, the floors are lowered with it, because
 * openers that are pushed later were never searched.
 */
export function pairRuns(text: string, runs: Run[], bottom: number, top: number, step: Step): void {
  let height = bottom;
  let floors: number[] | undefined;
  let letters: LetterFinder | undefined;
  const first = runs[bottom]?.first ?? 0;
  for (let i = bottom; i < top; i += 1) {
    const closer = runs[i];
    if (closer === undefined) break;
    step();
    while (closer.closes && closer.left > 0) {
      const floor = floors?.[kindOf(closer)] ?? bottom;
      const at = findOpener(runs, closer, floor, height);
      const opener = at === -1 ? undefined : runs[at];
      if (opener === undefined) {
        if (height > bottom) {
          floors ??= Array.from({ length: KINDS }, () => bottom);
          floors[kindOf(closer)] = height;
        }
        break;
      }
      // Both runs lose the markers in any case; they are only deleted from the text if the pair counts.
      const used = opener.left > 1 && closer.left > 1 ? 2 : 1;
      opener.left -= used;
      closer.left -= used;
      if (used === 1) letters ??= new LetterFinder(text, first);
      // Kaomoji such as (*^_^*) keep their asterisks: a single pair needs a letter or digit inside.
      if (letters === undefined || used === 2 || letters.between(opener.end, closer.first)) {
        opener.start -= used;
        closer.start -= used;
      }
      height = opener.left > 0 ? at + 1 : at;
      if (floors !== undefined) {
        for (let kind = 0; kind < KINDS; kind += 1) floors[kind] = Math.min(floors[kind] ?? at, at);
      }
    }
    // `height` never exceeds `i`, so this overwrites no run that is still to be read.
    if (closer.opens && closer.left > 0) {
      runs[height] = closer;
      height += 1;
    }
  }
}

/** Six kinds each of `*` and `_`, and one of `~~`. */
const KINDS = 13;

/** Closers of one kind fit the same openers: same marker, same length modulo 3, same ability to open. */
function kindOf(run: Run): number {
  if (run.code === TILDE) return KINDS - 1;
  return (run.code === ASTERISK ? 0 : 6) + (run.left % 3) * 2 + (run.opens ? 1 : 0);
}

/** The stack index of the nearest opener that fits, or -1. */
function findOpener(open: readonly Run[], closer: Run, floor: number, height: number): number {
  for (let at = height - 1; at >= floor; at -= 1) {
    const opener = open[at];
    if (opener?.code !== closer.code) continue;
    // CommonMark's rule of three: a run that can both open and close pairs only if the sum of the lengths
    // is no multiple of 3, unless both are.
    const clash =
      (opener.closes || closer.opens) &&
      closer.left % 3 !== 0 &&
      (opener.left + closer.left) % 3 === 0;
    if (!clash || closer.code === TILDE) return at;
  }
  return -1;
}

/**
 * Tests ranges of a text for a letter or digit; reads each character only once. It remembers the last
 * letter up to where it has read: a range has a letter if that one is not before its start.
 */
class LetterFinder {
  readonly #text: string;
  #seen: number;
  #last = -1;

  /** @param from a position before every range */
  constructor(text: string, from: number) {
    this.#text = text;
    this.#seen = from;
  }

  /** Successive calls must have non-decreasing `end`. */
  between(start: number, end: number): boolean {
    if (isLetterOrNumber(this.#text, start)) return true;
    for (; this.#seen < end; this.#seen += 1) {
      if (isLetterOrNumber(this.#text, this.#seen)) this.#last = this.#seen;
    }
    return this.#last >= start;
  }
}
