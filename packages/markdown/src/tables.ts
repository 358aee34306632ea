import { BACKSLASH, COLON, DASH, PIPE, trimEnd } from "./characters.ts";
import { CELL_BREAK, inline } from "./inline.ts";
import type { Labels } from "./links.ts";
import { runEnd, skipBlanks } from "./lines.ts";
import { withoutRemoved } from "./output.ts";

/**
 * The cells of a divider row (`|---|:--:|`), or 0 when the line is none. Without any `|` or `:` it
 * is a rule or an underline.
 */
export function dividerCells(text: string, start: number, end: number): number {
  let at = start;
  let cells = 0;
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

/** The cells of a row, untrimmed; pipes at both ends delimit nothing. */
export function rowCells(row: string): string[] {
  const cells: string[] = [];
  const end = trimEnd(row).length;
  let from = row.charCodeAt(0) === PIPE ? 1 : 0;
  for (let at = from; at < end; at += 1) {
    const code = row.charCodeAt(at);
    if (code === BACKSLASH) {
      const next = row.charCodeAt(at + 1);
      if (next === BACKSLASH || next === PIPE) at += 1;
    } else if (code === PIPE) {
      cells.push(row.slice(from, at));
      from = at + 1;
    }
  }
  if (from < end) cells.push(row.slice(from, end));
  return cells;
}

/** The text of a row: its cells converted and joined by one space; empty ones are dropped. */
export function rowText(row: string, labels: Labels): string {
  let out = "";
  for (const cell of rowCells(row)) {
    const converted = inline(trim(cell), labels, CELL_BREAK);
    const text = trim(
      withoutRemoved(converted.includes("\n") ? converted.replaceAll("\n", " ") : converted),
    );
    if (text !== "") out += out === "" ? text : ` ${text}`;
  }
  return out;
}

function trim(text: string): string {
  return trimEnd(text.slice(skipBlanks(text, 0, text.length)));
}
