import { compute } from "../compute.ts";
import { isObject, textOf } from "../errors.ts";
import type { Computation } from "../host.ts";

const DATE_METHODS = ["toLocaleString", "toLocaleDateString", "toLocaleTimeString"];

/**
 * Makes `toLocaleString` of dates and numbers use the host's `Intl`, because the engine has none. The defaults are
 * locale en-US and time zone UTC: they must not depend on the host's machine, or a replay on another one would
 * differ.
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
}

/** Most locales in a list, and most characters of a locale or an option: every meaningful name is shorter. */
const MAX_LOCALES = 20;
const MAX_NAME_LENGTH = 100;

/** All that the host reads of the options; it never sees an author's own object. */
const OPTIONS = [
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
  const text = compute(kind, [...what, localesOf(locales), optionsOf(options)]);
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
function optionsOf(options: unknown): object {
  if (!isObject(options)) return {};
  const known: Record<string, unknown> = {};
  for (const name of OPTIONS) {
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
  value: (this: never, locales?: unknown, options?: unknown) => unknown,
): void {
  Object.defineProperty(value, "name", { value: name, configurable: true });
  Object.defineProperty(prototype, name, { value, writable: true, configurable: true });
}
