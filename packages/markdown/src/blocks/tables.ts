import { BACKSLASH, COLON, DASH, PIPE, isBlank, trimEnd } from "../characters.ts";
import type { InlineScanner } from "../inline/inline.ts";
import { runEnd, skipBlanks } from "./lines.ts";
import { withoutRemoved } from "../output.ts";
import { hasMarker } from "../inline/special.ts";

/**
 * The number of cells of a divider row (`|---|:--:|`), or 0 if the line is none. Without `|` or `:` it is a
 * rule or an underline. A table starts only if its head has the same number of cells.
 */
export function dividerCells(text: string, start: number, end: number): number {
  let at = start;
  let cells = 0;
  // Whether the line has a `|` or `:`.
  let distinct = false;
  if (text.charCodeAt(at) === PIPE) {
    distinct = true;
    at = skipBlanks(text, at + 1, end);
  }
  while (at < end) {
    if (text.charCodeAt(at) === COLON) {
      distinct = true;
      at += 1;
    }
    const dashes = runEnd(text, at, end, DASH);
    if (dashes === at) return 0;
    cells += 1;
    at = dashes;
    if (at < end && text.charCodeAt(at) === COLON) {
      distinct = true;
      at += 1;
    }
    at = skipBlanks(text, at, end);
    if (at === end) break;
    if (text.charCodeAt(at) !== PIPE) return 0;
    distinct = true;
    at = skipBlanks(text, at + 1, end);
  }
  return distinct ? cells : 0;
}

/**
 * The position of the next `|` that delimits a cell, or `end`. As in GFM, cells are split before their
 * content is read: a pipe inside of a code span also ends a cell, unless it is escaped.
 */
function cellEnd(row: string, from: number, end: number): number {
  let at = from;
  for (; at < end; at += 1) {
    const code = row.charCodeAt(at);
    if (code === PIPE) break;
    if (code !== BACKSLASH) continue;
    const next = row.charCodeAt(at + 1);
    if (next === BACKSLASH || next === PIPE) at += 1;
  }
  return at < end ? at : end;
}

/** The number of cells of a row; pipes at its ends delimit nothing. */
export function countCells(row: string): number {
  const end = trimEnd(row).length;
  let cells = 0;
  for (let at = row.charCodeAt(0) === PIPE ? 1 : 0; at < end; cells += 1) {
    at = cellEnd(row, at, end) + 1;
  }
  return cells;
}

/**
 * The text of a row: its cells converted and joined by one space; empty cells are dropped. Each cell is an
 * inline text of its own, so that no marker pairs across a `|`.
 */
export function rowText(row: string, inline: InlineScanner): string {
  const marked = hasMarker(row);
  let out = "";
  let at = row.charCodeAt(0) === PIPE ? 1 : 0;
  while (at < row.length) {
    const end = cellEnd(row, at, row.length);
    const start = skipBlanks(row, at, end);
    let last = end;
    while (last > start && isBlank(row.charCodeAt(last - 1))) last -= 1;
    if (last > start) {
      let text = row.slice(start, last);
      if (marked) text = inline.convert(text, undefined);
      // Removed content and line breaks inside the cell leave blanks at its ends.
      if (marked && inline.uneven) {
        text = withoutRemoved(text.replaceAll("\n", " "));
        text = trimEnd(text.slice(skipBlanks(text, 0, text.length)));
      }
      if (text !== "") out = out === "" ? text : `${out} ${text}`;
    }
    at = end + 1;
  }
  return out;
}
