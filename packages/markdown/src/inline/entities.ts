/**
 * The named character references that occur in replies; all others of HTML's more than 2,000 are left as
 * written.
 */
const named: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: "\u00A0",
  copy: "©",
  reg: "®",
  trade: "™",
  hellip: "…",
  mdash: "—",
  ndash: "–",
  lsquo: "‘",
  rsquo: "’",
  ldquo: "“",
  rdquo: "”",
  laquo: "«",
  raquo: "»",
  bull: "•",
  middot: "·",
  times: "×",
  divide: "÷",
  deg: "°",
  plusmn: "±",
  le: "≤",
  ge: "≥",
  ne: "≠",
  asymp: "≈",
  infin: "∞",
  larr: "←",
  uarr: "↑",
  rarr: "→",
  darr: "↓",
  harr: "↔",
  rArr: "⇒",
  euro: "€",
  pound: "£",
  yen: "¥",
  cent: "¢",
  sect: "§",
  para: "¶",
  frac12: "½",
  check: "✓",
  star: "☆",
};

// Sticky: matches at `lastIndex` only. The lengths are CommonMark's limits for numbers, and bound the match
// for names.
const reference = /&(?:#(?:(\d{1,7})|[xX]([\da-fA-F]{1,6}))|([A-Za-z][A-Za-z\d]{1,31}));/y;

/** A character reference in the text: its character, and its end. */
export interface Entity {
  value: string;
  end: number;
}

/** Reads the character reference at `at`, if it is a known one. */
export function entityAt(text: string, at: number): Entity | undefined {
  reference.lastIndex = at;
  const match = reference.exec(text);
  if (match === null) return undefined;
  const [whole, decimal, hexadecimal, name] = match;
  const value =
    name === undefined
      ? fromCodePoint(
          Number.parseInt(decimal ?? hexadecimal ?? "", decimal === undefined ? 16 : 10),
        )
      : namedEntity(name);
  return value === undefined ? undefined : { value, end: at + whole.length };
}

/** The character of `&name;`, if the name is known. */
function namedEntity(name: string): string | undefined {
  return Object.hasOwn(named, name) ? named[name] : undefined;
}

/**
 * Controls, lone surrogates, noncharacters and values above U+10FFFF become U+FFFD: no reference can insert
 * a NUL, which marks removed content during the conversion.
 */
function fromCodePoint(point: number): string {
  const invalid =
    point < 9 ||
    point === 11 ||
    (point > 13 && point < 32) ||
    (point > 126 && point < 160) ||
    (point > 0xd7_ff && point < 0xe0_00) ||
    (point > 0xfd_cf && point < 0xfd_f0) ||
    (point & 0xff_fe) === 0xff_fe ||
    point > 0x10_ff_ff;
  return invalid ? "\uFFFD" : String.fromCodePoint(point);
}
