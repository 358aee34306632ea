import type { TextLimit } from "../../ports/adapter.ts";
import { endWithin, unitsOf } from "./measure-text.ts";

const graphemes = new Intl.Segmenter("und", { granularity: "grapheme" });

/** Matches a visible character: no white space, and no character without width or shape. */
const VISIBLE = /[^\s\p{Default_Ignorable_Code_Point}\p{Cc}\u2800\uFFFC]/u;

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/**
 * Splits a text into parts that are within every limit, in order: preferably between paragraphs, otherwise between
 * lines, otherwise between graphemes (a surrogate pair or an emoji with its modifiers stays whole unless it alone
 * exceeds the limit). Line breaks at a cut are dropped, and so are parts without visible characters, because
 * platforms refuse such messages.
 *
 * The scan works with offsets and takes time proportional to the length of the text, for every text.
 *
 * @example
 * splitText("one\n\ntwo", [{ unit: "utf16", max: 5 }]); // ["one", "two"]
 */
export function splitText(text: string, limits: readonly TextLimit[]): string[] {
  const parts: string[] = [];
  let start = 0;
  while (start < text.length) {
    const end = endOfLongestPart(text, start, limits);
    const isLast = end === text.length;
    const cut = isLast ? end : start + cutPosition(text.slice(start, end), text, start);
    const part = text.slice(start, isLast ? end : skipBreaksBack(text, cut, start));
    if (VISIBLE.test(part)) parts.push(part);
    start = isLast ? end : skipBreaks(text, cut);
  }
  return parts;
}

/** The end of the longest part from `start` that is within every limit; at least one code point after `start`. */
function endOfLongestPart(text: string, start: number, limits: readonly TextLimit[]): number {
  const first = start + unitsOf(text.codePointAt(start) ?? 0);
  let end = text.length;
  for (const limit of limits) end = Math.max(first, endWithin(text, limit, start, end));
  return end;
}

function isBreak(code: number): boolean {
  return code === LINE_FEED || code === CARRIAGE_RETURN;
}

function skipBreaks(text: string, from: number): number {
  let at = from;
  while (at < text.length && isBreak(text.charCodeAt(at))) at += 1;
  return at;
}

function skipBreaksBack(text: string, from: number, start: number): number {
  let at = from;
  while (at > start && isBreak(text.charCodeAt(at - 1))) at -= 1;
  return at;
}

/**
 * Returns where to cut, relative to `start`: at the window's end if a line ends there, otherwise at its last
 * paragraph break, otherwise at its last line break, otherwise before the grapheme that a cut would split.
 */
function cutPosition(window: string, text: string, start: number): number {
  if (text.charCodeAt(start + window.length) === LINE_FEED) return window.length;
  const paragraph = Math.max(window.lastIndexOf("\n\n"), window.lastIndexOf("\n\r\n"));
  if (paragraph > 0) return paragraph;
  const line = window.lastIndexOf("\n");
  if (line > 0) return line;
  return graphemeStart(text, start, start + window.length) - start;
}

/** How far back to search for the start of the last grapheme, in UTF-16 units; longer graphemes are split. */
const MAX_GRAPHEME_LENGTH = 128;

/**
 * The start of the grapheme at `position`; `position` itself when the start is too far back or before
 * `start`.
 */
function graphemeStart(text: string, start: number, position: number): number {
  const from = windowStart(text, start, Math.max(start, position - MAX_GRAPHEME_LENGTH));
  const near = text.slice(from, position + MAX_GRAPHEME_LENGTH);
  const segment = graphemes.segment(near).containing(position - from);
  const found = segment === undefined ? position : from + segment.index;
  return found > from ? found : position;
}

const FIRST_REGIONAL = 0x1f1e6;
const LAST_REGIONAL = 0x1f1ff;

/**
 * Moves a position back to the start of a sequence of regional indicators. Flags are pairs of them, counted from the
 * start of the sequence, so a window that starts within it would pair them wrongly.
 */
function windowStart(text: string, start: number, position: number): number {
  const isLow = (text.charCodeAt(position) & 0xfc00) === 0xdc00;
  let at = isLow && position > start ? position - 1 : position;
  while (at - 2 >= start && isRegional(text.codePointAt(at - 2) ?? 0)) at -= 2;
  return at;
}

function isRegional(code: number): boolean {
  return code >= FIRST_REGIONAL && code <= LAST_REGIONAL;
}
