import { measureJson } from "@botwright/core/measure-json";

/**
 * Whether a JSON text is small enough to be parsed, which is one step of the main thread: bytes alone do
 * not bound that, because 16 MiB of empty lists are 11 million values and take seconds. Levels are not bounded: an
 * answer that is refused is asked for again, so that one message of many levels would keep all later ones away.
 *
 * @param maxValues the most items and members, of all levels together
 */
export function isBoundedJson(json: string, maxValues: number): boolean {
  return measureJson(json).values <= maxValues;
}
