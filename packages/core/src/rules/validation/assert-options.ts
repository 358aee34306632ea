import { isRecord } from "../is-record.ts";
import { adviseName } from "./nearest-name.ts";
import { orList } from "./type-in-words.ts";
import { invalidInput } from "./validation.ts";
import { preview } from "./value-in-words.ts";

/** The required kind of value of one option. */
export interface OptionRule {
  /** The words after "must be" in the error: `a function`. */
  readonly expected: string;
  readonly accepts: (value: unknown) => boolean;
}

/** The rules of all options; the type makes the compiler report an option without a rule. */
export type OptionRules<Options> = { readonly [Name in keyof Options]-?: OptionRule };

/** Rules that several functions use. */
export const OPTION_RULES: Readonly<
  Record<"count" | "flag" | "function" | "list" | "number" | "object" | "size" | "text", OptionRule>
> = {
  count: {
    expected: "a whole number above 0",
    accepts: (value) => Number.isSafeInteger(value) && Number(value) > 0,
  },
  flag: { expected: "true or false", accepts: (value) => typeof value === "boolean" },
  function: { expected: "a function", accepts: (value) => typeof value === "function" },
  list: { expected: "a list", accepts: (value) => Array.isArray(value) },
  number: { expected: "a number", accepts: (value) => Number.isFinite(value) },
  object: { expected: "an object", accepts: isRecord },
  /** Infinity is allowed, and means no limit. */
  size: {
    expected: "a number from 0 on",
    accepts: (value) => typeof value === "number" && value >= 0,
  },
  text: { expected: "a text", accepts: (value) => typeof value === "string" },
};

/** The rule of an option that has one of a few values. */
export function oneOf(values: readonly string[]): OptionRule {
  return {
    expected: orList(values.map((value) => `"${value}"`)),
    accepts: (value) => typeof value === "string" && values.includes(value),
  };
}

/**
 * Refuses unknown options, which would silently leave the default in force, and values of the wrong kind. An option
 * that is `undefined` has its default, like a missing one.
 *
 * @param path what the error names before the option's name
 * @throws {InvalidInputError} `INVALID_INPUT` naming the option
 * @example
 * assertOptions("options", { modells: {} }, RULES); // options.modells is unknown: did you mean models?
 */
export function assertOptions<Options extends object>(
  path: string,
  given: Options,
  rules: OptionRules<Options>,
): void {
  const values: unknown = given;
  if (!isRecord(values)) throw invalidInput(`${path} must be an object`);
  assertNames(path, values, Object.keys(rules));
  for (const [name, { expected, accepts }] of Object.entries<OptionRule>(rules)) {
    const value = values[name];
    if (value === undefined || accepts(value)) continue;
    throw invalidInput(`${path}.${name} must be ${expected}`);
  }
}

/**
 * Refuses members that have none of the known names.
 *
 * @throws {InvalidInputError} `INVALID_INPUT` naming the first of them
 */
export function assertNames(path: string, given: object, known: readonly string[]): void {
  const unknown = Object.keys(given).filter((name) => !known.includes(name));
  const [first] = unknown;
  if (first === undefined) return;
  const more = unknown.length > 1 ? ` (and ${unknown.length - 1} more)` : "";
  const advice = adviseName(first, known, path);
  throw invalidInput(`${preview(`${path}.${first}`)} is unknown: ${advice}${more}`);
}
