/**
 * What the JSON of one host call's arguments may be. Parsing, checking and journaling it is done in the
 * main thread in one go, so each request has a size; bytes are not counted, they cross beside the JSON.
 */
export const ARGUMENT_LIMITS = {
  /** Four times what a stored value may have. */
  characters: 4_194_304,
  /** Items of lists and members of objects, all levels together. */
  values: 100_000,
  /** Lists and objects within each other: what reads values calls itself for each level. */
  depth: 256,
} as const;

/** Characters of JSON that are read of a handler's result. */
export const RESULT_CHARACTERS = 65_536;

/** Characters of JSON that are read of a file's `meta`: a file has no more. */
export const DECLARATION_CHARACTERS = 262_144;

/**
 * Cuts a text that crosses to the main thread to one character more than is read there: the main thread
 * sees that it is too long, and does not copy megabytes to find out.
 */
export function cutForMain(text: string, limit: number): string {
  return text.length <= limit ? text : text.slice(0, limit + 1);
}
