import { compute } from "../compute.ts";
import { isObject, textOf } from "../errors.ts";
import type { Computation } from "../host.ts";

const DATE_METHODS = ["toLocaleString", "toLocaleDateString", "toLocaleTimeString"];

/**
 * Makes `toLocaleString` of dates and numbers and `localeCompare` of texts use the host's `Intl`, because the engine
 * has none. The defaults are locale en-US and time zone UTC: they must not depend on the host's machine, or a replay
 * on another one would differ.
 */
export function installLocales(): void {
  for (const name of DATE_METHODS) {
    replace(Date.prototype, name, function (this: Date, locales, options) {
      const time = this.getTime();
      return Number.isNaN(time)
        ? "Invalid Date"
        : format("format-date", [name, time], locales, options);
    });
  }
  replace(Number.prototype, "toLocaleString", function (this: number, locales, options) {
    const value = Number.prototype.valueOf.call(this);
    // Numbers cross as text: JSON has no `Infinity`, `NaN` and -0.
    const text = Object.is(value, -0) ? "-0" : String(value);
    return format("format-number", [text, "number"], locales, options);
  });
  replace(BigInt.prototype, "toLocaleString", function (this: bigint, locales, options) {
    const value = BigInt.prototype.valueOf.call(this);
    return format("format-number", [String(value), "bigint"], locales, options);
  });
  replace(String.prototype, "localeCompare", compareTexts);
}

/**
 * Orders texts as the host's `Intl.Collator` does. The host compares the beginnings of long texts only; where they are
 * equal, the code units decide, so that it is still an order.
 */
function compareTexts(
  this: unknown,
  other?: unknown,
  locales?: unknown,
  options?: unknown,
): number {
  if (this === undefined || this === null) throw new TypeError("there is no text to compare");
  const [one, two] = [textOf(this), textOf(other)];
  if (one === two) return 0;
  const isUsual = locales === undefined && options === undefined;
  if (isUsual && PLAIN.test(one) && PLAIN.test(two)) return comparePlain(one, two);
  const texts = [one.slice(0, MAX_COMPARED), two.slice(0, MAX_COMPARED)];
  const collation = optionsOf(options, COLLATION_OPTIONS);
  const order = compute("compare-texts", [...texts, localesOf(locales), collation]);
  if (typeof order !== "number") throw invalid();
  if (order !== 0 || (one.length <= MAX_COMPARED && two.length <= MAX_COMPARED)) return order;
  return one < two ? -1 : 1;
}

/** Letters, digits and spaces, whose order in en-US is computed here in a tenth of the time. */
const PLAIN = /^[A-Za-z0-9 ]*$/;

/** Orders without regard to case; of texts that differ in case alone, small letters come first. */
function comparePlain(one: string, two: string): number {
  const [first, second] = [one.toLowerCase(), two.toLowerCase()];
  if (first === second) return one > two ? -1 : 1;
  return first < second ? -1 : 1;
}

/** Most locales in a list, and most characters of a locale or an option: every meaningful name is shorter. */
const MAX_LOCALES = 20;
const MAX_NAME_LENGTH = 100;

/** Most characters that the host compares: its time grows with the square of the number of combining marks. */
const MAX_COMPARED = 1000;

/** All that the host reads of the options; it never sees an author's own object. */
const COLLATION_OPTIONS = [
  "localeMatcher",
  "usage",
  "sensitivity",
  "ignorePunctuation",
  "numeric",
  "caseFirst",
  "collation",
] as const;
const FORMAT_OPTIONS = [
  "localeMatcher",
  "calendar",
  "numberingSystem",
  "hour12",
  "hourCycle",
  "timeZone",
  "weekday",
  "era",
  "year",
  "month",
  "day",
  "dayPeriod",
  "hour",
  "minute",
  "second",
  "fractionalSecondDigits",
  "timeZoneName",
  "formatMatcher",
  "dateStyle",
  "timeStyle",
  "style",
  "currency",
  "currencyDisplay",
  "currencySign",
  "unit",
  "unitDisplay",
  "notation",
  "compactDisplay",
  "useGrouping",
  "signDisplay",
  "minimumIntegerDigits",
  "minimumFractionDigits",
  "maximumFractionDigits",
  "minimumSignificantDigits",
  "maximumSignificantDigits",
  "roundingIncrement",
  "roundingMode",
  "roundingPriority",
  "trailingZeroDisplay",
] as const;

function format(
  kind: Computation,
  what: readonly unknown[],
  locales: unknown,
  options: unknown,
): unknown {
  const text = compute(kind, [...what, localesOf(locales), optionsOf(options, FORMAT_OPTIONS)]);
  if (typeof text === "string") return text;
  throw invalid();
}

/** The names of locales, checked for their number and length. */
function localesOf(locales: unknown): readonly string[] {
  if (locales === undefined || locales === null) return [];
  if (!isObject(locales)) return [nameOf(locales)];
  const list: unknown[] = [];
  const length = Math.min(Number(locales["length"]) || 0, MAX_LOCALES + 1);
  for (let at = 0; at < length; at++) list.push(locales[at]);
  if (list.length > MAX_LOCALES) throw invalid();
  return list.map(nameOf);
}

/** Copies the known options as plain values, each read once; so a getter of the author runs in the guest. */
function optionsOf(options: unknown, names: readonly string[]): object {
  if (!isObject(options)) return {};
  const known: Record<string, unknown> = {};
  for (const name of names) {
    const value = options[name];
    if (value === undefined) continue;
    const isPlain =
      typeof value === "boolean" || (typeof value === "number" && value - value === 0);
    known[name] = isPlain ? value : nameOf(value);
  }
  return known;
}

function nameOf(value: unknown): string {
  const name = textOf(value);
  if (name.length > MAX_NAME_LENGTH) throw invalid();
  return name;
}

function invalid(): RangeError {
  return new RangeError("the locale, or one of the options, is not valid");
}

function replace(
  prototype: object,
  name: string,
  value: (this: never, ...given: readonly unknown[]) => unknown,
): void {
  Object.defineProperty(value, "name", { value: name, configurable: true });
  Object.defineProperty(prototype, name, { value, writable: true, configurable: true });
}
