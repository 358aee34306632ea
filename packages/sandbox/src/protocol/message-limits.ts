/**
 * Bounds of one host call's arguments. The main thread parses, checks and journals them in one step, so each
 * request needs a bound; bytes cross beside the JSON and are not counted.
 */
export const ARGUMENT_LIMITS = {
  /** Of the JSON, and of each text that crosses beside it. */
  characters: 4_194_304,
  /** Items of lists and members of objects, on all levels together. */
  values: 100_000,
  /**
   * Of both: reading an object takes time by its keys and by their length. Each value counts as many characters
   * as `perValue` says.
   */
  weight: 5_242_880,
  perValue: 40,
  /**
   * Members of objects alone. An object with many keys of its own is dear to read, to walk through and to write:
   * with 80,000 of them one call held the main thread for up to 170 ms.
   */
  members: 25_000,
  /** Nesting of lists and objects: validators recurse once per level. */
  depth: 256,
} as const;

/** Characters of JSON that are read of a handler's result. */
export const RESULT_CHARACTERS = 65_536;

/** Characters that are read of what a guest says of a pending timer. */
export const TIMER_CHARACTERS = 4096;

/** Characters of JSON that are read of a file's `meta`; the same as the largest file. */
export const DECLARATION_CHARACTERS = 262_144;

/**
 * Cuts a text to one character more than the main thread accepts, so that the main thread recognises the
 * excess without copying megabytes.
 */
export function cutForMain(text: string, limit: number): string {
  return text.length <= limit ? text : text.slice(0, limit + 1);
}
