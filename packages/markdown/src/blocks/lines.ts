import {
  ASTERISK,
  BACKTICK,
  DASH,
  DOT,
  EQUALS,
  GREATER,
  HASH,
  LESS,
  PAREN_CLOSE,
  PLUS,
  UNDERSCORE,
  isBlank,
  isDigit,
  trimEnd,
} from "../characters.ts";

// Recognises lines by their markers alone. All functions take the text, the position `at` of the first
// character that is neither space nor tab, and the `end` of the line.

/** The first position from `at` on that is neither space nor tab, or `end`. */
export function skipBlanks(text: string, at: number, end: number): number {
  let next = at;
  while (next < end && isBlank(text.charCodeAt(next))) next += 1;
  return next;
}

/** The end of the run of `code` that starts at `at`. */
export function runEnd(text: string, at: number, end: number, code: number): number {
  let next = at;
  while (next < end && text.charCodeAt(next) === code) next += 1;
  return next;
}

/**
 * Kaomoji such as `>_<` and `>.<` are no quotes: a `<` follows within four characters, behind at least one
 * other character and no blank.
 */
export function isKaomoji(text: string, at: number): boolean {
  for (let next = at + 1; next < at + 5; next += 1) {
    const code = text.charCodeAt(next);
    if (code === LESS) return next > at + 1;
    if (code === GREATER || !(code > 32) || /\s/.test(text.charAt(next))) return false;
  }
  return false;
}

/** The content of the ATX heading at `at`, or undefined. */
export function headingContent(text: string, at: number, end: number): string | undefined {
  // One to six markers, then a blank or the end of the line: `#tag` is text.
  const marker = runEnd(text, at, end, HASH);
  if (marker - at > 6 || (marker < end && !isBlank(text.charCodeAt(marker)))) return undefined;
  const start = skipBlanks(text, marker, end);
  const content = trimEnd(text.slice(start, end));
  let last = content.length;
  while (last > 0 && content.charCodeAt(last - 1) === HASH) last -= 1;
  if (last === content.length) return content;
  // Closing markers count only at the start or after a blank.
  return last === 0 || isBlank(content.charCodeAt(last - 1))
    ? trimEnd(content.slice(0, last))
    : content;
}

/**
 * Whether the line underlines a heading: at least three `=` or `-`, and nothing else. CommonMark accepts a
 * single one; here one or two are text.
 */
export function isUnderline(text: string, at: number, end: number): boolean {
  const code = text.charCodeAt(at);
  if (code !== EQUALS && code !== DASH) return false;
  const marker = runEnd(text, at, end, code);
  return marker - at > 2 && skipBlanks(text, marker, end) === end;
}

/**
 * The position of the first character that prevents the line from being a rule (`---`, `* * *`, `___`), or
 * -1 when it is one.
 */
export function ruleBreak(text: string, at: number, end: number): number {
  const code = text.charCodeAt(at);
  if (code !== DASH && code !== ASTERISK && code !== UNDERSCORE) return at;
  let count = 0;
  for (let next = at; next < end; next += 1) {
    const other = text.charCodeAt(next);
    if (other === code) count += 1;
    else if (!isBlank(other)) return next;
  }
  return count > 2 ? -1 : end;
}

/** The end of the marker run if the line opens a fence, else -1. */
export function fenceEnd(text: string, at: number, end: number): number {
  const code = text.charCodeAt(at);
  const marker = runEnd(text, at, end, code);
  if (marker - at < 3) return -1;
  // A line with more markers behind the run is text, such as ```` ```a``` ```` or `~~~a~~~`.
  if (text.slice(marker, end).includes(code === BACKTICK ? "`" : "~~~")) return -1;
  return marker;
}

/**
 * The end of the list marker (`-`, `*`, `+`, `12.`, `3)`) at `at`, or -1. A number has at most nine digits,
 * CommonMark's limit; a blank or the end of the line must follow, so that `-5` and `1.5` are text.
 */
export function listMarkerEnd(text: string, at: number, end: number): number {
  const code = text.charCodeAt(at);
  let next = at + 1;
  if (isDigit(code)) {
    while (next < end && next < at + 10 && isDigit(text.charCodeAt(next))) next += 1;
    const delimiter = text.charCodeAt(next);
    if (next > at + 9 || (delimiter !== DOT && delimiter !== PAREN_CLOSE)) return -1;
    next += 1;
  } else if (code !== DASH && code !== ASTERISK && code !== PLUS) {
    return -1;
  }
  return next > end || (next < end && !isBlank(text.charCodeAt(next))) ? -1 : next;
}

/** The number at `at`; 1 without digits. */
export function numberAt(text: string, at: number): number {
  if (!isDigit(text.charCodeAt(at))) return 1;
  let number = 0;
  for (let next = at; isDigit(text.charCodeAt(next)); next += 1) {
    number = number * 10 + text.charCodeAt(next) - 48;
  }
  return number;
}

/** Circled `0` to `50`, which Unicode has in four ranges. */
const circles = Array.from({ length: 51 }, (_, number) => {
  if (number === 0) return "⓪ ";
  const first = number < 21 ? 0x24_60 - 1 : number < 36 ? 0x32_51 - 21 : 0x32_b1 - 36;
  return `${String.fromCharCode(first + number)} `;
});

/** The number in a circle and a space, or undefined above 50. */
export function circled(number: number): string | undefined {
  return circles[number];
}
