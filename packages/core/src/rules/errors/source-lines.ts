/** The lines of a source, as JavaScript counts them. */
export interface SourceLines {
  readonly count: number;
  /** A line by its number, from 1, without its line break. */
  text(line: number): string | undefined;
  /** Line and column of an offset; both from 1, columns in UTF-16 units. */
  positionAt(offset: number): { readonly line: number; readonly column: number };
}

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const LINE_SEPARATOR = 0x2028;
const PARAGRAPH_SEPARATOR = 0x2029;

/** Matches a line break other than `\n`. */
const UNUSUAL_BREAK = /[\r\u2028\u2029]/;

/**
 * Finds where the lines of a source start. Stores offsets and no texts, because a file may consist of line breaks.
 */
export function indexLines(code: string): SourceLines {
  const starts = UNUSUAL_BREAK.test(code) ? findStarts(code) : findLineFeedStarts(code);
  return {
    count: starts.length,
    text(line) {
      const start = starts[line - 1];
      if (start === undefined) return undefined;
      const next = starts[line];
      // The last line ends without a line break.
      if (next === undefined) return code.slice(start);
      const isPair = next - 2 >= start && code.startsWith("\r\n", next - 2);
      return code.slice(start, next - (isPair ? 2 : 1));
    },
    positionAt(offset) {
      let [from, to] = [0, starts.length];
      while (to - from > 1) {
        const middle = (from + to) >> 1;
        if ((starts[middle] ?? 0) <= offset) from = middle;
        else to = middle;
      }
      return { line: from + 1, column: offset - (starts[from] ?? 0) + 1 };
    },
  };
}

/**
 * Finds where the lines of a text start when only `\n` is a line break, as QuickJS counts them. Native code searches
 * for the line breaks, so a minified plugin, which has few, is read five times as fast.
 */
export function findLineFeedStarts(code: string): number[] {
  const starts = [0];
  for (let at = code.indexOf("\n"); at >= 0; at = code.indexOf("\n", at + 1)) starts.push(at + 1);
  return starts;
}

function findStarts(code: string): number[] {
  const starts = [0];
  for (let offset = 0; offset < code.length; offset++) {
    const unit = code.charCodeAt(offset);
    if (unit > CARRIAGE_RETURN && unit < LINE_SEPARATOR) continue;
    if (unit === CARRIAGE_RETURN && code.charCodeAt(offset + 1) === LINE_FEED) continue;
    if (isLineBreak(unit)) starts.push(offset + 1);
  }
  return starts;
}

function isLineBreak(unit: number): boolean {
  return (
    unit === LINE_FEED ||
    unit === CARRIAGE_RETURN ||
    unit === LINE_SEPARATOR ||
    unit === PARAGRAPH_SEPARATOR
  );
}
