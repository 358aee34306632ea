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

/** A run of `*`, `_` or `~`: how many of its markers are unused, and what it may do. */
export interface Run {
  code: number;
  start: number;
  end: number;
  left: number;
  opens: boolean;
  closes: boolean;
  /** Deletes the used markers, from the end of the run. */
  mark: Mark;
}

/** Reads the run of markers from `start` to `end`; undefined when it can neither open nor close. */
export function runAt(text: string, start: number, end: number): Run | undefined {
  const code = text.charCodeAt(start);
  const size = end - start;
  if (code === TILDE && size !== 2) return undefined;
  const left = text.charCodeAt(start - 1);
  const right = text.charCodeAt(end);
  if (code === ASTERISK && isDigit(left) && isDigit(right)) return undefined;
  const before = classBefore(text, start);
  const after = classAfter(text, end);
  // A marker of another kind neighbours like punctuation; strikethrough also like a letter.
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
  return { code, start, end, left: size, opens, closes, mark: { start: end, end, text: "" } };
}

/**
 * Pairs the runs from index `bottom` on as CommonMark does, and marks the paired markers for
 * deletion. Linear: `floors` remembers per kind of closer below which height no opener fits.
 */
export function pairRuns(text: string, runs: readonly Run[], bottom: number): void {
  const open: Run[] = [];
  const floors = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
  const letters = new LetterFinder(text);
  for (let i = bottom; i < runs.length; i += 1) {
    const closer = runs[i];
    if (closer === undefined) break;
    while (closer.closes && closer.left > 0) {
      const kind = kindOf(closer);
      const at = findOpener(open, closer, floors[kind] ?? 0);
      const opener = open[at];
      if (opener === undefined) {
        floors[kind] = open.length;
        break;
      }
      const used = opener.left > 1 && closer.left > 1 ? 2 : 1;
      opener.left -= used;
      closer.left -= used;
      // Kaomoji such as (*^_^*) keep their stars: a single pair needs a letter or digit inside.
      if (used === 2 || letters.between(opener.end, closer.start)) {
        opener.mark.start -= used;
        closer.mark.start -= used;
      }
      open.length = opener.left > 0 ? at + 1 : at;
      for (let k = 0; k < floors.length; k += 1) if ((floors[k] ?? 0) > at) floors[k] = at;
    }
    if (closer.opens && closer.left > 0) open.push(closer);
  }
}

/** Closers of one kind fit the same openers: marker, length modulo 3, may it open as well. */
function kindOf(run: Run): number {
  if (run.code === TILDE) return 12;
  return (run.code === ASTERISK ? 0 : 6) + (run.left % 3) * 2 + (run.opens ? 1 : 0);
}

/** The height of the nearest opener that fits, or -1. */
function findOpener(open: readonly Run[], closer: Run, floor: number): number {
  for (let at = open.length - 1; at >= floor; at -= 1) {
    const opener = open[at];
    if (opener?.code !== closer.code) continue;
    // The rule of three: runs that may both open and close pair only if their lengths agree.
    const clash =
      (opener.closes || closer.opens) &&
      closer.left % 3 !== 0 &&
      (opener.left + closer.left) % 3 === 0;
    if (closer.code === TILDE || !clash) return at;
  }
  return -1;
}

/** Tells whether a stretch has a letter or digit, looking at each character of the text once. */
class LetterFinder {
  readonly #text: string;
  #seen = 0;
  #last = -1;

  constructor(text: string) {
    this.#text = text;
  }

  /** Calls must come with growing `end`. */
  between(start: number, end: number): boolean {
    if (isLetterOrNumber(this.#text, start)) return true;
    if (this.#seen < start) this.#seen = start;
    for (; this.#seen < end; this.#seen += 1) {
      if (isLetterOrNumber(this.#text, this.#seen)) this.#last = this.#seen;
    }
    return this.#last >= start;
  }
}
