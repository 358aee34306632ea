/** A range of a text and its replacement. */
export interface Replacement {
  readonly start: number;
  readonly end: number;
  readonly by: string;
  /**
   * Edits the Base64 character before the range. Base64 encodes 3 bytes in 4 characters of 6 bits each, so a secret
   * that does not start at the beginning of a group shares a character with the bytes before it, and a secret that
   * ends within a group shares one with the bytes after it.
   */
  readonly before?: Base64Edit | undefined;
  /** Edits the Base64 character after the range. */
  readonly after?: Base64Edit | undefined;
}

/** Maps the value of a Base64 character, 0 to 63, to another one. */
export interface Base64Edit {
  readonly edit: (value: number) => number;
  /** Whether the result is written in the URL-safe alphabet (base64url). */
  readonly isUrl: boolean;
}

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const URL_ALPHABET = ALPHABET.replace("+/", "-_");
const VALUES: ReadonlyMap<string, number> = new Map(
  (ALPHABET + URL_ALPHABET).split("").map((char, index) => [char, index % 64]),
);

/**
 * Applies the replacements to the text; they must be in order and must not overlap.
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

/** Edits the first and last character of an unreplaced part, which may be the same character. */
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

/** `+` or `/` of Base64, percent-encoded as in a URL parameter. */
const PERCENT = /^%2[bf]$/i;

function applyTo(char: string, { edit, isUrl }: Base64Edit): string {
  const value = VALUES.get(char.length === 3 ? decodeURIComponent(char) : char);
  return value === undefined ? char : (isUrl ? URL_ALPHABET : ALPHABET).charAt(edit(value));
}
