import { JSON_LIMITS, type JsonSize } from "@botwright/core/measure-json";

/** Bounds of one host call's arguments. */
export interface ArgumentLimits extends JsonSize {
  /** Of the JSON in UTF-8: one with Chinese takes longer to parse than one of as many Latin letters. */
  readonly bytes: number;
  /** Of each text that crosses beside the JSON, which nobody parses. */
  readonly characters: number;
  /**
   * Of values and characters: reading an object takes time by its keys and by their length. Each value counts as many
   * characters as `perValue` says.
   */
  readonly weight: number;
  readonly perValue: number;
}

/**
 * The main thread parses the arguments of a host call in one step and checks them in the next one, so each request needs
 * a bound; bytes cross beside the JSON and are not counted.
 */
export const ARGUMENT_LIMITS: ArgumentLimits = {
  ...JSON_LIMITS,
  bytes: 4_194_304,
  characters: 4_194_304,
  weight: 5_242_880,
  perValue: 40,
};

/**
 * The same of operations whose arguments are small objects: a message, a medium, the options of a search. The main
 * thread need not spend on a wrong object what it has to spend on a large value to store.
 */
export const SMALL_ARGUMENT_LIMITS: ArgumentLimits = {
  ...ARGUMENT_LIMITS,
  values: 4096,
  members: 2048,
};

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
