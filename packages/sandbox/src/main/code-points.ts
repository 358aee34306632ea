/** Number of code points from one kept offset to the next. */
const STEP = 1024;

/** A text without one has as many code points as units: almost every plugin's. */
const SURROGATE = /[\ud800-\udbff]/;

/** Translates between offsets in a text, which are UTF-16 units, and code points. */
export interface CodePoints {
  /** The number of code points before an offset. */
  countBefore(offset: number): number;
  /** The offset at which a code point begins; the text's length if it has fewer. */
  offsetOf(index: number): number;
}

/**
 * Reads a text once and keeps the offset of every {@link STEP}th code point, so that a translation costs the same
 * however long the text and its lines are: a plugin may name thousands of places in its file.
 */
export function indexCodePoints(text: string): CodePoints {
  if (!SURROGATE.test(text)) {
    return {
      countBefore: (offset) => offset,
      offsetOf: (index) => Math.min(index, text.length),
    };
  }
  const offsets: number[] = [];
  for (let index = 0, at = 0; at < text.length; index++) {
    if (index % STEP === 0) offsets.push(at);
    at += unitsAt(text, at);
  }
  return {
    countBefore(offset) {
      let [from, to] = [0, offsets.length];
      while (to - from > 1) {
        const middle = (from + to) >> 1;
        if ((offsets[middle] ?? 0) <= offset) from = middle;
        else to = middle;
      }
      let count = from * STEP;
      for (let at = offsets[from] ?? 0; at < offset; at += unitsAt(text, at)) count++;
      return count;
    },
    offsetOf(index) {
      let at = offsets[Math.floor(index / STEP)] ?? text.length;
      for (let left = index % STEP; left > 0 && at < text.length; left--) at += unitsAt(text, at);
      return at;
    },
  };
}

/** Characters beyond U+FFFF have two units. */
function unitsAt(text: string, offset: number): 1 | 2 {
  return (text.codePointAt(offset) ?? 0) > 0xffff ? 2 : 1;
}
