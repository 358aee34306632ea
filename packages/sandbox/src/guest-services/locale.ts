import { type Computation, textAt } from "./arguments.ts";

/** What holds where the guest names nothing: never the host's own settings. */
const LOCALE = "en-US";
const TIME_ZONE = "UTC";

/** Digits of a number: grouping millions of them takes seconds. */
const LONGEST_NUMBER = 10_000;

function localesOf(value: unknown): string | string[] {
  if (value === null || value === undefined) return LOCALE;
  if (Array.isArray(value)) return value.map(String);
  if (typeof value === "string") return value;
  throw new TypeError("a locale must be a text");
}

function optionsOf(value: unknown): object {
  return typeof value === "object" && value !== null ? value : {};
}

/** What a `Date`'s `toLocaleString`, or one of its two kin, says. */
export const formatDate: Computation = (args) => {
  const locales = localesOf(args[2]);
  const options = { timeZone: TIME_ZONE, ...optionsOf(args[3]) };
  const date = new Date(Number(args[1]));
  const method = textAt(args, 0);
  if (method === "toLocaleDateString") return date.toLocaleDateString(locales, options);
  if (method === "toLocaleTimeString") return date.toLocaleTimeString(locales, options);
  return date.toLocaleString(locales, options);
};

/** What the `toLocaleString` of a number says; as text, for JSON holds neither -0 nor big ones. */
export const formatNumber: Computation = (args) => {
  const text = textAt(args, 0);
  if (text.length > LONGEST_NUMBER) throw new RangeError("the number has too many digits");
  const value = args[1] === "bigint" ? BigInt(text) : Number(text);
  return value.toLocaleString(localesOf(args[2]), optionsOf(args[3]));
};
