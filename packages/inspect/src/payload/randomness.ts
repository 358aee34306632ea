import { isRareWriting, isStyled } from "./writing.ts";

/** Kinds of encoded data; each has words for the reviewer. */
export type DataKind =
  | "alphabet"
  | "base32"
  | "base64"
  | "bytes"
  | "digits"
  | "hex"
  | "numbers"
  | "percent-encoding"
  | "random"
  | "rare"
  | "styled";

/** The result for a region of text or numbers: its kind, and how much information it can hold. */
export interface Density {
  readonly kind: DataKind;
  /** How many different characters it has. */
  readonly characters: number;
  /** Bytes of information per symbol. */
  readonly bytes: number;
}

/**
 * Tells encoded data from text for people. Text for people repeats itself and uses some
 * letters far more often than others; encoded data does neither.
 *
 * @returns `undefined` for text for people.
 */
export function densityOfText(text: string): Density | undefined {
  const compact = text.replaceAll(/[\n\r]+/gu, "");
  const symbols = Array.from(compact);
  const count = symbols.length;
  if (count < MIN_SYMBOLS) return undefined;
  const entropy = entropyOf(symbols);
  const novelty = noveltyOf(symbols);
  const bytes = entropy / 8;
  const characters = new Set(symbols).size;
  if (shareOf(compact, /%[\da-f]{2}/giu) > 0.6) {
    return { kind: "percent-encoding", characters, bytes: 1 / 3 };
  }
  if (entropy < 0.8 || novelty < 0.05) return undefined;
  if (isStyled(symbols)) return { kind: "styled", characters, bytes };
  if (shareOf(compact, CONTROLS) > 0.05) return { kind: "bytes", characters, bytes };
  const charset = CHARSETS.find(
    ({ pattern, minEntropy, minNovelty }) =>
      entropy >= minEntropy && novelty >= minNovelty && pattern.test(compact),
  );
  if (charset) return { kind: charset.kind, characters, bytes };
  const isLatin = symbols.filter((symbol) => symbol < "\u0250").length > count * 0.95;
  if (isLatin && entropy >= DENSE && novelty > 0.8) {
    return { kind: "random", characters, bytes };
  }
  if (isFlat(symbols, entropy, novelty)) {
    return { kind: "alphabet", characters, bytes };
  }
  return isRareWriting(symbols) ? { kind: "rare", characters, bytes } : undefined;
}

/** Judges the numbers of lists in the same way: bytes, character codes, packed words. */
export function densityOfNumbers(numbers: readonly number[]): Density | undefined {
  const count = numbers.length;
  if (count < MIN_SYMBOLS) return undefined;
  const symbols = numbers.map(String);
  const entropy = entropyOf(symbols);
  const novelty = noveltyOf(symbols);
  const size = new Set(symbols).size;
  if (isRising(numbers)) return undefined;
  const isDense =
    size < 32
      ? entropy >= 0.9 * Math.log2(size) && entropy >= 0.9 && novelty > 0.8
      : entropy >= 3.5 && novelty >= 0.25;
  if (!isDense) return undefined;
  const largest = numbers.reduce((a, b) => Math.max(a, b), 0);
  // A list of distinct numbers has at most as much entropy as its length allows, so the largest number decides.
  const bits = Number.isInteger(largest) ? Math.log2(largest + 1) : 32;
  return { kind: "numbers", characters: size, bytes: Math.min(size < 32 ? entropy : bits, 32) / 8 };
}

/**
 * Judges numbers from all over a program, or numbers that were computed from a list. Their size is that of the
 * usual numbers, because a few large ones among many small ones hold little.
 */
export function densityOfLooseNumbers(numbers: readonly number[]): Density | undefined {
  const density = densityOfNumbers(numbers);
  if (density === undefined) return undefined;
  // Programs have few different numbers, most of them small.
  if (density.characters >= 32 && entropyOf(numbers.map(String)) < MIN_LOOSE) return undefined;
  const usual = numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length * 0.75)] ?? 0;
  const bytes = Number.isInteger(usual) ? Math.log2(usual + 1) / 8 : density.bytes;
  return { ...density, bytes: Math.min(density.bytes, bytes) };
}

/** Bits per number that the numbers of a program do not reach. */
const MIN_LOOSE = 4.3;

/** Whether a list increases, like tables of ranges and limits. */
export function isRising(numbers: readonly number[]): boolean {
  const rising = numbers.filter((value, index) => value >= (numbers[index - 1] ?? 0)).length;
  return rising > numbers.length * 0.9;
}

/** How many symbols are needed to judge their distribution. */
export const MIN_SYMBOLS = 512;

/** Bits per character that neither prose nor code in Latin letters reaches. */
const DENSE = 5.55;

const CONTROLS =
  // oxlint-disable-next-line no-control-regex -- control characters are what tells bytes from text
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ud800-\udfff\ue000-\uf8ff\u{f0000}-\u{10ffff}]/gu;

/** The usual encodings, recognised by their characters even if the encoded text is repetitive. */
const CHARSETS = [
  { kind: "hex", pattern: /^[\da-f]+$/iu, minEntropy: 2.5, minNovelty: 0.05 },
  { kind: "base32", pattern: /^(?=.*[2-7])[A-Z2-7]+=*$/u, minEntropy: 4, minNovelty: 0.4 },
  { kind: "base64", pattern: /^[\w+/=-]+$/u, minEntropy: 5, minNovelty: 0.05 },
  { kind: "digits", pattern: /^[\d\s,;:|._x-]+$/u, minEntropy: 2.5, minNovelty: 0.4 },
] as const;

/** The entropy in bits per symbol, as far as a sample of this length shows it. */
function entropyOf(symbols: readonly string[]): number {
  const counts = new Map<string, number>();
  for (const symbol of symbols) counts.set(symbol, (counts.get(symbol) ?? 0) + 1);
  let sum = 0;
  for (const count of counts.values()) sum += count * Math.log2(count);
  return Math.log2(symbols.length) - sum / symbols.length;
}

/**
 * The share of positions whose sequence has not occurred before. The sequences have 18 bits, so that random
 * ones hardly ever repeat.
 */
function noveltyOf(symbols: readonly string[]): number {
  const codes = new Map<string, number>();
  for (const symbol of symbols) if (!codes.has(symbol)) codes.set(symbol, codes.size);
  const { size } = codes;
  if (size < 2) return 0;
  const length = Math.max(2, Math.ceil(18 / Math.log2(size)));
  const positions = symbols.length - length + 1;
  if (positions <= 0) return 0;
  // A sequence is encoded as a number with its symbols as digits, far below 2^53.
  const highest = size ** (length - 1);
  const seen = new Set<number>();
  let sequence = 0;
  for (const [index, symbol] of symbols.entries()) {
    sequence = (sequence % highest) * size + (codes.get(symbol) ?? 0);
    if (index >= length - 1) seen.add(sequence);
  }
  return seen.size / positions;
}

/** Whether all symbols are equally frequent without repeated sequences, which no language is. */
function isFlat(symbols: readonly string[], entropy: number, novelty: number): boolean {
  const counts = new Map<string, number>();
  for (const symbol of symbols) counts.set(symbol, (counts.get(symbol) ?? 0) + 1);
  // Rare symbols, such as separators and padding, do not count as part of the alphabet.
  const size = [...counts.values()].filter(
    (count) => count * counts.size * 8 > symbols.length,
  ).length;
  return (
    size >= 2 && symbols.length >= size * 4 && entropy >= 0.93 * Math.log2(size) && novelty > 0.8
  );
}

function shareOf(text: string, pattern: RegExp): number {
  let length = 0;
  for (const [found] of text.matchAll(pattern)) length += found.length;
  return length / text.length;
}
