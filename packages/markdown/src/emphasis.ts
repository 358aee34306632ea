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
} from "./characters.ts";

/** A change to the text: the characters from `start` to `end` become `text`. */
export interface Mark {
  start: number;
  end: number;
  text: string;
}

/** A run of `*`, `_` or `~`. As a mark it deletes its paired markers, counted from its inner end. */
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
  if (code === UNDERSCORE && opens && closes) {
    opens = (before & (WHITESPACE | PUNCTUATION)) !== 0;
    closes = (after & (WHITESPACE | PUNCTUATION)) !== 0;
  } else if (code === ASTERISK && size === 1) {
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
 * pairs with the nearest opener that fits, and everything above that opener is dropped. When no opener
 * fits, `floors` records the stack height for this kind of closer: later closers of the same kind need not
 * search below it, which makes the time linear.
 */
export function pairRuns(text: string, runs: Run[], bottom: number, top: number): void {
  let height = bottom;
  let floors: number[] | undefined;
  let letters: LetterFinder | undefined;
  const first = runs[bottom]?.first ?? 0;
  for (let i = bottom; i < top; i += 1) {
    const closer = runs[i];
    if (closer === undefined) break;
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
    if (closer.opens && closer.left > 0) {
      runs[height] = closer;
      height += 1;
    }
  }
}

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

/** Tests ranges of a text for a letter or digit; reads each character only once. */
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
