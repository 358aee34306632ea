import type { GuestRequest } from "../../protocol/call-messages.ts";
import type { JsonSize } from "@botwright/core/measure-json";
import { ARGUMENT_LIMITS, cutForMain } from "../../protocol/message-limits.ts";

/** Characters of JSON that the main thread parses quickly, whatever the JSON contains. */
const SMALL = 65_536;

/** Values of a list of three items, which no operation exceeds: the list and its commas. */
const MAX_VALUES = 3;

/**
 * Takes the texts out of large arguments that consist of texts and numbers only, such as a key and a stored value.
 * Parsing JSON takes a step for each escaped character, and the JSON of a text of 1 MiB may have 6 MiB. So the worker
 * parses it, at the expense of the call, and the main thread gets the texts unescaped.
 *
 * @returns the JSON without these texts, cut for the main thread, and the texts; none for all other arguments
 */
export function extractTexts(
  json: string,
  { depth, values }: JsonSize,
): Pick<GuestRequest, "json" | "texts"> {
  const isOfTexts = json.length > SMALL && depth === 1 && values <= MAX_VALUES;
  const args = isOfTexts ? parseList(json) : undefined;
  if (args === undefined) return { json: cutForMain(json, ARGUMENT_LIMITS.bytes), texts: [] };
  const texts: [position: number, text: string][] = [];
  const others = args.map((arg, position) => {
    if (typeof arg !== "string") return arg;
    texts.push([position, cutForMain(arg, ARGUMENT_LIMITS.characters)]);
    return null;
  });
  return { json: cutForMain(JSON.stringify(others), ARGUMENT_LIMITS.bytes), texts };
}

/** The main thread refuses what is no list. */
function parseList(json: string): unknown[] | undefined {
  try {
    const args: unknown = JSON.parse(json);
    return Array.isArray(args) ? args : undefined;
  } catch {
    return undefined;
  }
}
