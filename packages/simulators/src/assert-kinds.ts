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
  const byName = new Map(Object.entries(known));
  for (const [name, value] of Object.entries(options)) {
    const kinds = byName.get(name);
    if (kinds === undefined) {
      const names = [...byName.keys()].join(", ");
      throw invalid(`The option \`${name}\` is unknown; ${owner} has ${names}.`);
    }
    const takes = [kinds].flat();
    if (value === undefined) continue;
    if (value !== null && takes.some((kind) => typeof value === kind)) continue;
    const words = takes.map((kind) => IN_WORDS[kind]).join(" or ");
    throw invalid(`The option \`${name}\` must be ${words}.`);
  }
}

function invalid(message: string): SimulatorError {
  return new SimulatorError("INVALID_INPUT", message);
}
