import { JSON_LIMITS, type JsonSize } from "@botwright/core/measure-json";

/** Bounds of one host call's arguments. */
export interface ArgumentLimits extends JsonSize {
  /** Bytes of the JSON in UTF-8: a text with Chinese takes longer to parse than one with as many Latin letters. */
  readonly bytes: number;
  /** Characters of each text that is sent beside the JSON and is not parsed. */
  readonly characters: number;
  /**
   * Sum of characters and weighted values: the time to read an object depends on the number and the length of its
   * keys. Each value counts as `perValue` characters.
   */
  readonly weight: number;
  readonly perValue: number;
}

/**
 * The main thread parses the arguments of a host call in one step and checks them in the next one, so each request
 * needs a bound. Bytes are sent beside the JSON and do not count.
 */
export const ARGUMENT_LIMITS: ArgumentLimits = {
  ...JSON_LIMITS,
  bytes: 4_194_304,
  characters: 4_194_304,
  weight: 5_242_880,
  perValue: 40,
};

/**
 * The limits for operations whose arguments are small objects: a message, a medium, the options of a search. The main
 * thread need not spend as much time on an invalid object as on a large value to store.
 */
export const SMALL_ARGUMENT_LIMITS: ArgumentLimits = {
  ...ARGUMENT_LIMITS,
  values: 4096,
  members: 2048,
};

/** Most characters of a handler's result, as JSON, that the main thread reads. */
export const RESULT_CHARACTERS = 65_536;

/** Most characters of the guest's description of a pending timer that the main thread reads. */
export const TIMER_CHARACTERS = 4096;

/** Most characters of a file's `meta`, as JSON, that the main thread reads; the same as the largest file. */
export const DECLARATION_CHARACTERS = 262_144;

/**
 * Cuts a text to one character more than the main thread accepts, so that the main thread recognises the
 * excess without copying megabytes.
 */
export function cutForMain(text: string, limit: number): string {
  return text.length <= limit ? text : text.slice(0, limit + 1);
}
