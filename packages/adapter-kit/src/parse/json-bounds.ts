import { measureJson } from "@botwright/core/measure-json";

/** Levels of an answer: more than any has, and few enough for code that reads it by recursion. */
const MAX_LEVELS = 256;

/**
 * Whether a JSON text is small enough to be parsed, which is one step of the main thread: bytes alone do
 * not bound that, because 16 MiB of empty lists are 11 million values and take seconds.
 *
 * @param maxValues the most items and members, of all levels together
 */
export function isBoundedJson(json: string, maxValues: number): boolean {
  const { depth, values } = measureJson(json);
  return depth <= MAX_LEVELS && values <= maxValues;
}
