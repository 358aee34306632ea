import { SimulatorError } from "./errors.ts";

type Kind = "boolean" | "function" | "number" | "object" | "string";

/** The kind of every option. Through this type, the compiler reports an option that is missing here. */
export type Kinds<Options> = { readonly [Name in keyof Options]-?: Kind | readonly Kind[] };

const IN_WORDS: Readonly<Record<Kind, string>> = {
  boolean: "true or false",
  function: "a function",
  number: "a number",
  object: "an object",
  string: "a text",
};

/**
 * Refuses options that do not exist, because their defaults would silently apply, and values of the wrong kind. A test
 * in JavaScript has no compiler that reports them.
 *
 * @param owner What has the options, for the message
 * @throws {SimulatorError} `INVALID_INPUT` naming the option
 */
export function assertKinds(
  owner: string,
  options: unknown,
  known: Readonly<Record<string, Kind | readonly Kind[]>>,
): void {
  if (options === undefined) return;
  if (typeof options !== "object" || options === null)
    throw invalid("The options must be an object.");
  assertKnown("option", owner, options, Object.keys(known));
  const values = new Map(Object.entries(options));
  for (const [name, kinds] of Object.entries(known)) {
    const takes = [kinds].flat();
    const value: unknown = values.get(name);
    if (value === undefined) continue;
    if (value !== null && takes.some((kind) => typeof value === kind)) continue;
    const words = takes.map((kind) => IN_WORDS[kind]).join(" or ");
    throw invalid(`The option \`${name}\` must be ${words}.`);
  }
}

/**
 * Refuses members that do not exist, because what they say would silently be ignored.
 *
 * @param owner What has them, for the message
 * @throws {SimulatorError} `INVALID_INPUT` naming the first of them
 */
export function assertKnown(
  member: "field" | "option",
  owner: string,
  given: object,
  names: readonly string[],
): void {
  const unknown = Object.keys(given).find((name) => !names.includes(name));
  if (unknown === undefined) return;
  throw invalid(`The ${member} \`${unknown}\` is unknown; ${owner} has ${names.join(", ")}.`);
}

function invalid(message: string): SimulatorError {
  return new SimulatorError("INVALID_INPUT", message);
}
