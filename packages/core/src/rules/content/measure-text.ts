import type { TextLimit, TextUnit } from "../../ports/adapter.ts";

/** Returns the length of a text in a platform's unit. */
export function measureText(text: string, unit: TextUnit): number {
  if (unit === "utf16") return text.length;
  let length = 0;
  for (let at = 0; at < text.length;) {
    const code = text.codePointAt(at) ?? 0;
    length += measureCodePoint(code, unit);
    at += unitsOf(code);
  }
  return length;
}

/**
 * The end of the longest part from `start` that is within a limit, between code points and not after `end`; `start`
 * when not even one code point fits.
 */
export function endWithin(
  text: string,
  { unit, max }: TextLimit,
  start: number = 0,
  end: number = text.length,
): number {
  let at = start;
  for (let used = 0; at < end;) {
    const code = text.codePointAt(at) ?? 0;
    used += measureCodePoint(code, unit);
    if (used > max) break;
    at += unitsOf(code);
  }
  return at;
}

/** UTF-16 units of a code point. */
export function unitsOf(code: number): number {
  return code > 0xffff ? 2 : 1;
}

function measureCodePoint(code: number, unit: TextUnit): number {
  if (unit === "character") return 1;
  if (unit === "utf16") return unitsOf(code);
  if (code < 0x80) return 1;
  if (code < 0x800) return 2;
  return code < 0x10000 ? 3 : 4;
}
