/** A range of the source: lines and columns count from 1, columns in UTF-16 units. */
export interface Range {
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

/** A line of the source, and the line below that points at a place in it. */
export interface Excerpt {
  readonly source: string;
  readonly caret: string;
}

/** Control characters, and those that turn the direction of writing: they would act on the terminal. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\u2028\u2029]/gu;
const WIDE =
  /[\p{sc=Han}\p{sc=Hangul}\p{sc=Hiragana}\p{sc=Katakana}\p{Emoji_Presentation}\uff01-\uff60]/u;

/**
 * Shows the first line of a range as far as it fits, with carets below the range. A long line is cut on
 * both sides.
 */
export function excerptOf(code: string, range: Range, width: number): Excerpt {
  const text = code.split(/\r\n|[\n\r\u2028\u2029]/u)[range.line - 1] ?? "";
  const begin = range.column - 1;
  const end = range.endLine === range.line ? Math.max(range.endColumn - 1, begin + 1) : text.length;
  const from = Math.max(0, Math.min(begin - Math.floor(width / 3), text.length - width));
  const head = from > 0 ? "…" : "";
  const before = head + printable(text.slice(from, begin));
  const marked = printable(text.slice(begin, end)) || " ";
  const source = cut(before + marked + printable(text.slice(end)), width);
  const room = Math.max(1, width - columnsOf(before));
  const carets = "^".repeat(Math.min(columnsOf(marked), room));
  return { source, caret: " ".repeat(columnsOf(before)) + carets };
}

/** Invisible characters are shown as dots, tabs as two spaces. */
function printable(text: string): string {
  return text.replaceAll("\t", "  ").replaceAll(UNPRINTABLE, "·");
}

/** Columns on the terminal: East Asian letters and emoji take two. */
function columnsOf(text: string): number {
  let columns = 0;
  for (const letter of text) columns += WIDE.test(letter) ? 2 : 1;
  return columns;
}

function cut(text: string, width: number): string {
  if (columnsOf(text) <= width) return text;
  let kept = "";
  let columns = 0;
  for (const letter of text) {
    columns += WIDE.test(letter) ? 2 : 1;
    if (columns > width - 1) break;
    kept += letter;
  }
  return `${kept}…`;
}
