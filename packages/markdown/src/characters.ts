/** Character codes that the scanner compares with, by name. */
export const TAB = 9;
export const LINE_FEED = 10;
export const SPACE = 32;
export const HASH = 35;
export const AMPERSAND = 38;
export const PAREN_OPEN = 40;
export const PAREN_CLOSE = 41;
export const ASTERISK = 42;
export const PLUS = 43;
export const DASH = 45;
export const DOT = 46;
export const SLASH = 47;
export const COLON = 58;
export const LESS = 60;
export const EQUALS = 61;
export const GREATER = 62;
export const BANG = 33;
export const AT = 64;
export const BRACKET_OPEN = 91;
export const BACKSLASH = 92;
export const BRACKET_CLOSE = 93;
export const CARET = 94;
export const UNDERSCORE = 95;
export const BACKTICK = 96;
export const PIPE = 124;
export const TILDE = 126;

/**
 * The flanking class of a character as bits; letters, digits and all other characters are 0. A run of
 * emphasis markers opens or closes by the classes of its two neighbours, see `runAt`. A character can be
 * punctuation and CJK at once, such as `。`.
 */
export const WHITESPACE = 1;
export const PUNCTUATION = 2;
export const CJK = 4;

/** Space or tab, the only characters that indent and pad. */
export function isBlank(code: number): boolean {
  return code === SPACE || code === TAB;
}

// ASCII digits only; other scripts' digits number no list.
export function isDigit(code: number): boolean {
  return code > 47 && code < 58;
}

// Setting bit 32 maps upper case to lower case; no other ASCII code becomes a letter by it.
export function isAsciiLetter(code: number): boolean {
  const lower = code | 32;
  return lower > 96 && lower < 123;
}

export function isAsciiAlphanumeric(code: number): boolean {
  return isDigit(code) || isAsciiLetter(code);
}

/** The class of each ASCII code, precomputed. */
const ascii = new Uint8Array(128);
for (let code = 0; code < 128; code += 1) {
  if (code === SPACE || (code > 8 && code < 14)) ascii[code] = WHITESPACE;
  else if (code > 32 && code < 127 && !isAsciiAlphanumeric(code)) ascii[code] = PUNCTUATION;
}

export function isAsciiPunctuation(code: number): boolean {
  return code < 128 && ascii[code] === PUNCTUATION;
}

const whitespace = /\s/;
const punctuation = /[\p{P}\p{S}]/u;
const letterOrNumber = /[\p{L}\p{N}]/u;

/**
 * First and last code points of the blocks that count as Chinese, Japanese or Korean, ascending: Hangul
 * Jamo, radicals to Yi, Jamo Extended-A, Hangul syllables, compatibility ideographs and forms, halfwidth
 * and fullwidth forms, kana supplements, and the supplementary ideographic planes.
 */
const cjk = [
  0x11_00, 0x11_ff, 0x2e_80, 0xa4_cf, 0xa9_60, 0xa9_7f, 0xac_00, 0xd7_ff, 0xf9_00, 0xfa_ff, 0xfe_30,
  0xfe_4f, 0xff_01, 0xff_ee, 0x1_b0_00, 0x1_b2_ff, 0x2_00_00, 0x3_ff_ff,
];

// The ranges ascend, so the search ends at the first one that starts above the code point.
function isCjk(point: number): boolean {
  for (let i = 0; i < cjk.length; i += 2) {
    if (point < (cjk[i] ?? 0)) return false;
    if (point <= (cjk[i + 1] ?? 0)) return true;
  }
  return false;
}

// The exact class by Unicode properties. Slow, so `classify` asks it only for uncommon characters.
function classOf(point: number): number {
  const text = String.fromCodePoint(point);
  if (whitespace.test(text)) return WHITESPACE;
  return (isCjk(point) ? CJK : 0) | (punctuation.test(text) ? PUNCTUATION : 0);
}

/** The classes of the punctuation that occurs most often next to markers. */
const frequent = new Map<number, number>();
for (const char of "，。：；！？、（）《》「」【】“”‘’—…·～") {
  const code = char.charCodeAt(0);
  frequent.set(code, classOf(code));
}

/** The flanking class of a code point: whitespace, else punctuation and CJK bits. */
function classify(point: number): number {
  if (point < 128) return ascii[point] ?? 0;
  // A fast path: most characters of a Chinese text are Han ideographs.
  if (point > 0x4d_ff && point < 0xa0_00) return CJK;
  return frequent.get(point) ?? classOf(point);
}

/** The class of the character that ends before `at`; the start of the text counts as whitespace. */
export function classBefore(text: string, at: number): number {
  if (at === 0) return WHITESPACE;
  // A low surrogate is the second half of a code point that starts one unit earlier.
  const code = text.charCodeAt(at - 1);
  if (code >= 0xdc_00 && code < 0xe0_00 && at > 1) {
    const point = text.codePointAt(at - 2) ?? 0;
    if (point > 0xff_ff) return classify(point);
  }
  return classify(code);
}

/** The class of the character that starts at `at`; the end of the text counts as whitespace. */
export function classAfter(text: string, at: number): number {
  const point = text.codePointAt(at);
  return point === undefined ? WHITESPACE : classify(point);
}

/** Whether a letter or digit of any script starts at `at`. */
export function isLetterOrNumber(text: string, at: number): boolean {
  const point = text.codePointAt(at) ?? 0;
  if (point < 128) return isAsciiAlphanumeric(point);
  if (point > 0x4d_ff && point < 0xa0_00) return true;
  return letterOrNumber.test(String.fromCodePoint(point));
}

/** `text` without the spaces and tabs at its end. */
export function trimEnd(text: string): string {
  let end = text.length;
  while (end > 0 && isBlank(text.charCodeAt(end - 1))) end -= 1;
  return end === text.length ? text : text.slice(0, end);
}
