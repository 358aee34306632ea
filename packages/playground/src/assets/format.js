import { locale } from "./language.js";

const rounded = milliseconds(0);
const exact = milliseconds(1);
const lists = {
  and: new Intl.ListFormat(locale, { type: "conjunction" }),
  or: new Intl.ListFormat(locale, { type: "disjunction" }),
};

function milliseconds(maximumFractionDigits) {
  return new Intl.NumberFormat(locale, {
    style: "unit",
    unit: "millisecond",
    maximumFractionDigits,
  });
}

/** Milliseconds as people read them. */
export function inMs(ms) {
  return (ms >= 10 ? rounded : exact).format(ms);
}

const UNITS = ["byte", "kilobyte", "megabyte"];

/** A number of bytes as people read it. */
export function sizeInWords(size) {
  const power = size < 1000 ? 0 : size < 1e6 ? 1 : 2;
  const value = size / 1000 ** power;
  const digits = power === 0 || value >= 10 ? 0 : 1;
  const format = new Intl.NumberFormat(locale, {
    style: "unit",
    unit: UNITS[power],
    unitDisplay: power === 0 ? "long" : "short",
    maximumFractionDigits: digits,
  });
  return format.format(value);
}

/** A number of a unit, written out: `1 hour`. */
export function inUnit(value, unit) {
  const format = new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay: "long" });
  return format.format(value);
}

/** Names in a row, joined by "and", or by "or". */
export function inList(names, how = "and") {
  return lists[how].format(names);
}

/** How a moment is written. */
export function timeFormat(options) {
  return new Intl.DateTimeFormat(locale, options);
}
