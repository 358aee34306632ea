import type { TextLimit, TextUnit } from "./adapter.ts";

const graphemes = new Intl.Segmenter("und", { granularity: "grapheme" });

/** The length of a text as a platform counts it. */
export function measureText(text: string, unit: TextUnit): number {
  let length = 0;
  for (const character of text) length += measureCharacter(character, unit);
  return length;
}

function measureCharacter(character: string, unit: TextUnit): number {
  if (unit === "character") return 1;
  if (unit === "utf16") return character.length;
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x80) return 1;
  if (code < 0x800) return 2;
  return code < 0x10000 ? 3 : 4;
}

/**
 * Splits a text into parts that keep every limit, in order: between paragraphs if possible, else
 * between lines, else between characters as people see them (a surrogate pair or an emoji with its
 * modifiers stays whole unless it alone is over the limit). Line breaks at a cut are dropped, and so
 * are parts without anything to read.
 *
 * @example
 * splitText("one\n\ntwo", [{ unit: "utf16", max: 5 }]); // ["one", "two"]
 */
export function splitText(text: string, limits: readonly TextLimit[]): string[] {
  const parts: string[] = [];
  let rest = text;
  for (;;) {
    const end = longestPrefix(rest, limits);
    if (end >= rest.length) break;
    const cut = cutPosition(rest.slice(0, end), rest);
    const part = rest.slice(0, cut).replace(/[\r\n]+$/, "");
    if (part.trim() !== "") parts.push(part);
    rest = rest.slice(cut).replace(/^[\r\n]+/, "");
  }
  if (rest.trim() !== "") parts.push(rest);
  return parts;
}

/** The longest prefix, in UTF-16 units, that keeps every limit and ends between code points; at least one code point. */
function longestPrefix(text: string, limits: readonly TextLimit[]): number {
  const used = limits.map(() => 0);
  let end = 0;
  for (const character of text) {
    for (const [index, { unit }] of limits.entries()) {
      used[index] = (used[index] ?? 0) + measureCharacter(character, unit);
    }
    if (limits.some(({ max }, index) => (used[index] ?? 0) > max) && end > 0) break;
    end += character.length;
  }
  return end;
}

/** Where to cut: the last paragraph break of the window, else its last line break, else a grapheme's start. */
function cutPosition(window: string, text: string): number {
  if (text[window.length] === "\n") return window.length;
  const paragraph = window.lastIndexOf("\n\n");
  if (paragraph > 0) return paragraph;
  const line = window.lastIndexOf("\n");
  if (line > 0) return line;
  return graphemeStart(text, window.length);
}

/** How far back the start of the last grapheme is looked for, in UTF-16 units; longer ones are cut. */
const LONGEST_GRAPHEME = 128;

function graphemeStart(text: string, position: number): number {
  const from = windowStart(text, Math.max(0, position - LONGEST_GRAPHEME));
  const near = text.slice(from, position + LONGEST_GRAPHEME);
  const segment = graphemes.segment(near).containing(position - from);
  const start = segment === undefined ? position : from + segment.index;
  return start > from || start === position ? start : position;
}

const REGIONAL = /^\p{Regional_Indicator}$/u;
const LOW_SURROGATE = /^[\uDC00-\uDFFF]/;

/** Flags are pairs, counted from the start of their row: a window that begins in it counts wrongly. */
function windowStart(text: string, position: number): number {
  let start = LOW_SURROGATE.test(text.charAt(position)) ? position - 1 : position;
  while (REGIONAL.test(text.slice(Math.max(0, start - 2), start))) start -= 2;
  return start;
}
