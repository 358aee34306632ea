/** A part of a text, and what takes its place. */
export interface Replacement {
  readonly start: number;
  readonly end: number;
  readonly by: string;
  /**
   * Changes the Base64 character before the part. Base64 encodes 3 bytes in 4 characters of 6 bits each, so
   * a secret that does not start at the beginning of a group shares a character with the bytes before it,
   * and one that ends within a group shares one with the bytes behind.
   */
  readonly before?: Base64Edit | undefined;
  /** Changes the Base64 character behind it. */
  readonly after?: Base64Edit | undefined;
}

/** Makes another of a Base64 character's value, 0 to 63. */
export interface Base64Edit {
  readonly edit: (value: number) => number;
  /** Whether the result is of the alphabet for addresses. */
  readonly isUrl: boolean;
}

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const URL_ALPHABET = ALPHABET.replace("+/", "-_");
const VALUES: ReadonlyMap<string, number> = new Map(
  (ALPHABET + URL_ALPHABET).split("").map((char, index) => [char, index % 64]),
);

/**
 * Puts the replacements into the text; they are in order, and none overlaps another.
 *
 * @example
 * replaceRanges("a secret here", [{ start: 2, end: 8, by: "…" }]); // "a … here"
 */
export function replaceRanges(text: string, replacements: readonly Replacement[]): string {
  const pieces: string[] = [];
  let end = 0;
  let after: Base64Edit | undefined;
  for (const replacement of replacements) {
    pieces.push(between(text.slice(end, replacement.start), after, replacement.before));
    pieces.push(replacement.by);
    ({ end, after } = replacement);
  }
  pieces.push(between(text.slice(end), after, undefined));
  return pieces.join("");
}

/** A text that stays, but for its first and last character: two neighbours may share the only one. */
function between(
  text: string,
  first: Base64Edit | undefined,
  last: Base64Edit | undefined,
): string {
  let edited = text;
  if (first !== undefined) {
    const char = PERCENT.test(edited.slice(0, 3)) ? edited.slice(0, 3) : edited.slice(0, 1);
    edited = applyTo(char, first) + edited.slice(char.length);
  }
  if (last !== undefined) {
    const char = PERCENT.test(edited.slice(-3)) ? edited.slice(-3) : edited.slice(-1);
    edited = edited.slice(0, edited.length - char.length) + applyTo(char, last);
  }
  return edited;
}

/** `+` and `/` of Base64 as a parameter of an address. */
const PERCENT = /^%2[bf]$/i;

function applyTo(char: string, { edit, isUrl }: Base64Edit): string {
  const value = VALUES.get(char.length === 3 ? decodeURIComponent(char) : char);
  return value === undefined ? char : (isUrl ? URL_ALPHABET : ALPHABET).charAt(edit(value));
}
