import { compute } from "./compute.ts";
import type { Computation } from "./host.ts";

const DATE_METHODS = ["toLocaleString", "toLocaleDateString", "toLocaleTimeString"];

/**
 * Gives dates and numbers the host's `Intl` by their `toLocaleString`: locale en-US and time zone
 * UTC unless the author names others.
 */
export function installLocales(): void {
  for (const name of DATE_METHODS) {
    replace(Date.prototype, name, function (this: Date, locales, options) {
      const time = this.getTime();
      return Number.isNaN(time)
        ? "Invalid Date"
        : format("format-date", name, time, locales, options);
    });
  }
  replace(Number.prototype, "toLocaleString", function (this: number, locales, options) {
    const value = Number.prototype.valueOf.call(this);
    const text = Object.is(value, -0) ? "-0" : String(value);
    return format("format-number", text, "number", locales, options);
  });
  replace(BigInt.prototype, "toLocaleString", function (this: bigint, locales, options) {
    const value = BigInt.prototype.valueOf.call(this);
    return format("format-number", String(value), "bigint", locales, options);
  });
}

function format(kind: Computation, ...args: unknown[]): unknown {
  const text = compute(kind, args);
  if (typeof text === "string") return text;
  throw new RangeError("the locale, or one of the options, is not valid");
}

function replace(
  prototype: object,
  name: string,
  value: (this: never, locales?: unknown, options?: unknown) => unknown,
): void {
  Object.defineProperty(value, "name", { value: name, configurable: true });
  Object.defineProperty(prototype, name, { value, writable: true, configurable: true });
}
