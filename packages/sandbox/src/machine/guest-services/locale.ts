import { type Computation, textAt } from "./arguments.ts";
import { boundDateFormat } from "./date-locales.ts";

/** Locale and time zone where the guest names none: never the host's own settings. */
const LOCALE = "en-US";
const TIME_ZONE = "UTC";

/** Most digits of a number, because grouping millions of digits takes seconds. */
const MAX_NUMBER_LENGTH = 10_000;

/**
 * Most locales in a list, and most characters of a locale or an option: the time of Node's ICU library grows with
 * the square of their length, and a limit cannot interrupt it.
 */
const MAX_LOCALES = 20;
const MAX_NAME_LENGTH = 100;

/** Most characters of a text that is compared: the time grows with the square of the number of combining marks. */
const MAX_COMPARED = 1000;

/** What knows which locales Node supports for it. */
interface Localized {
  supportedLocalesOf(names: string[]): string[];
}

/** The locales that Node supports, else en-US: Node itself would fall back to the host's locale. */
function localesOf(value: unknown, service: Localized = Intl.NumberFormat): string[] {
  if (!Array.isArray(value) || value.length > MAX_LOCALES) {
    throw new TypeError("the locales must be a short list");
  }
  const names = value.map(nameOf);
  const known = service.supportedLocalesOf(names);
  return known.length === 0 ? [LOCALE] : known;
}

function nameOf(value: unknown): string {
  if (typeof value === "string" && value.length <= MAX_NAME_LENGTH) return value;
  throw new TypeError("a name must be a short text");
}

function optionsOf(value: unknown): object {
  if (typeof value !== "object" || value === null) return {};
  for (const option of Object.values(value)) {
    if (typeof option !== "number" && typeof option !== "boolean") nameOf(option);
  }
  return value;
}

/** Computes `Date.prototype.toLocaleString` and its two variants. */
export const formatDate: Computation = (args) => {
  const { locale, options } = boundDateFormat(localesOf(args[2]), optionsOf(args[3]));
  const zoned = { timeZone: TIME_ZONE, ...options };
  const date = new Date(Number(args[1]));
  const method = textAt(args, 0);
  if (method === "toLocaleDateString") return date.toLocaleDateString(locale, zoned);
  if (method === "toLocaleTimeString") return date.toLocaleTimeString(locale, zoned);
  return date.toLocaleString(locale, zoned);
};

/**
 * Computes a number's `toLocaleString`. The number arrives as text, because JSON has neither -0 nor
 * bigints.
 */
export const formatNumber: Computation = (args) => {
  const text = textAt(args, 0);
  if (text.length > MAX_NUMBER_LENGTH) throw new RangeError("the number has too many digits");
  const value = args[1] === "bigint" ? BigInt(text) : Number(text);
  return value.toLocaleString(localesOf(args[2]), optionsOf(args[3]));
};

/** Computes `String.prototype.localeCompare`. */
export const compareTexts: Computation = (args) => {
  const [one, two] = [textAt(args, 0), textAt(args, 1)];
  if (Math.max(one.length, two.length) > MAX_COMPARED) throw new RangeError("the text is too long");
  const [locale] = localesOf(args[2], Intl.Collator);
  const options = optionsOf(args[3]);
  // Without options, V8 keeps the collator of the last locale.
  return one.localeCompare(two, locale, Object.keys(options).length === 0 ? undefined : options);
};
