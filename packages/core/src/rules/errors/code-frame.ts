import { indexLines, type SourceLines } from "./source-lines.ts";

/** A range of a source: lines and columns count from 1, columns in UTF-16 units. */
export interface SourceRange {
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

/** A line of the source, and the line below it with carets that point at a place. */
export interface Excerpt {
  readonly source: string;
  readonly caret: string;
}

/** Control characters and characters that change the direction of writing, which would affect the terminal. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu;
const WIDE =
  /[\p{sc=Han}\p{sc=Hangul}\p{sc=Hiragana}\p{sc=Katakana}\p{Emoji_Presentation}\uff01-\uff60]/u;

/** Lines that a code frame shows above and below the line of the error. */
const LINES_BEFORE = 2;
const LINES_AFTER = 1;
/** Maximum columns of a source line in a code frame. */
const FRAME_WIDTH = 90;

/**
 * Shows the first line of a range as far as it fits, with carets below the range. A long line is cut on both sides; a
 * tab takes two columns, and so do East Asian letters and emoji.
 *
 * @param width maximum columns of the line
 * @example
 * excerptOf("let a = eval;", { line: 1, column: 9, endLine: 1, endColumn: 13 }, 60);
 * // { source: "let a = eval;", caret: "        ^^^^" }
 */
export function excerptOf(code: string, range: SourceRange, width: number): Excerpt {
  return excerptOfLine(indexLines(code).text(range.line) ?? "", range, width);
}

/**
 * Shows a place in a source: its line with a caret below it, two lines before it and one after. Lines are cut to
 * about 90 columns around the place.
 *
 * @example
 * codeFrame(indexLines("const a = 1;\na.b.c();"), { line: 2, column: 6 });
 * //   1 │ const a = 1;
 * // > 2 │ a.b.c();
 * //     │      ^
 */
export function codeFrame(
  lines: SourceLines,
  { line, column }: Pick<SourceRange, "line" | "column">,
): string {
  const first = Math.max(1, line - LINES_BEFORE);
  const last = Math.min(lines.count, line + LINES_AFTER);
  const digits = String(last).length;
  const range = { line, column, endLine: line, endColumn: column + 1 };
  const from = windowStart(lines.text(line) ?? "", column - 1, FRAME_WIDTH);
  const shown: string[] = [];
  for (let number = first; number <= last; number++) {
    const text = lines.text(number) ?? "";
    const label = `${number === line ? ">" : " "} ${String(number).padStart(digits)} │`;
    if (number === line) {
      const { source, caret } = excerptOfLine(text, range, FRAME_WIDTH);
      shown.push(`${label} ${source}`, `${" ".repeat(digits + 3)}│ ${caret}`);
    } else {
      const part = printable(text.slice(from, from + FRAME_WIDTH));
      shown.push(`${label} ${cut((from > 0 ? "…" : "") + part, FRAME_WIDTH)}`.trimEnd());
    }
  }
  return shown.join("\n");
}

function excerptOfLine(text: string, range: SourceRange, width: number): Excerpt {
  const begin = range.column - 1;
  const end = range.endLine === range.line ? Math.max(range.endColumn - 1, begin + 1) : text.length;
  const from = windowStart(text, begin, width);
  const head = from > 0 ? "…" : "";
  const before = head + printable(text.slice(from, begin));
  const marked = printable(text.slice(begin, Math.min(end, begin + width))) || " ";
  const source = cut(before + marked + printable(text.slice(end, end + width)), width);
  const room = Math.max(1, width - columnsOf(before));
  const carets = "^".repeat(Math.min(columnsOf(marked), room));
  return { source, caret: " ".repeat(columnsOf(before)) + carets };
}

/** Offset at which the shown part of a long line starts, so that the place is in its first third. */
function windowStart(text: string, begin: number, width: number): number {
  const from = Math.max(0, Math.min(begin - Math.floor(width / 3), text.length - width));
  const unit = text.charCodeAt(from);
  // Moves out of the middle of a surrogate pair.
  return unit >= 0xdc00 && unit <= 0xdfff ? from + 1 : from;
}

/** Replaces unprintable characters by dots and tabs by two spaces. */
function printable(text: string): string {
  return text.replaceAll("\t", "  ").replaceAll(UNPRINTABLE, "·");
}

/** Columns that a text takes on a terminal. */
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
