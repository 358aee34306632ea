import { isWithin, type JsonSize } from "@botwright/core/measure-json";
/**
 * How adapters read what comes over a wire. Each platform's types are written out, and what arrives
 * is {@link Unchecked}: the names of its fields are known to the compiler, and each value is
 * `unknown` until a function of this file has read it with a fallback.
 */

/** A JSON object before anything is known of its fields. */
export type WireObject = Readonly<Record<string, unknown>>;

/**
 * A wire type before its values are checked. A misspelt field is a compile error, and a value has to
 * go through {@link textOf}, {@link numberOf}, {@link fieldsOf} or a guard before it is used.
 */
export type Unchecked<T> = { readonly [Name in keyof T]?: unknown };

/**
 * A wire type of which a guard has checked some fields: those without which the value is of no use.
 *
 * @example
 * interface User { id: number; name?: string }
 * function isUser(value: unknown): value is Known<User, "id"> {
 *   return isFields<User>(value) && Number.isSafeInteger(value.id);
 * }
 */
export type Known<T, Name extends keyof T> = Unchecked<T> & Readonly<Pick<T, Name>>;

export function isObject(value: unknown): value is WireObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The value if it is an object, else an empty one. */
export function objectOf(value: unknown): WireObject {
  return isObject(value) ? value : {};
}

/**
 * The fields of a wire type; none of them when the value is no object.
 *
 * @example
 * interface User { id: number; name?: string }
 * const name = textOf(fieldsOf<User>(message.from).name);
 */
// oxlint-disable-next-line typescript/no-generated-empty-object-type -- empty for no wire type
export function fieldsOf<T>(value: unknown): Unchecked<T> {
  return isFields<T>(value) ? value : {};
}

/** Whether the value is an object, which may have the fields of a wire type. */
// oxlint-disable-next-line typescript/no-generated-empty-object-type -- empty for no wire type
export function isFields<T>(value: unknown): value is Unchecked<T> {
  return isObject(value);
}

/** The objects of a list; of anything else none. */
export function objectsOf(value: unknown): WireObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

/** The value if it is text, else `""`. */
export function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

const DECIMAL = /^-?\d{1,15}(?:\.\d{1,15})?$/;

/** The value as a finite number, which some platforms write as text; else 0. */
export function numberOf(value: unknown): number {
  const number = typeof value === "string" && DECIMAL.test(value) ? Number(value) : value;
  return typeof number === "number" && Number.isFinite(number) ? number : 0;
}

/**
 * The value of a JSON text; `undefined` when it is none, or more than one event of a platform has.
 *
 * @param limits of what may be parsed. @default `JSON_LIMITS` of core
 */
export function parseJson(text: string, limits?: JsonSize): unknown {
  return isWithin(text, limits) ? parseWith(text) : undefined;
}

/** Digits of the smallest integer that a `number` cannot hold, 2^53. */
const LONG_DIGITS = 16;
const [ZERO, NINE] = [48, 57];

/**
 * Parses JSON without rounding: an integer that a `number` cannot hold becomes its digits as text.
 * Ids of messages may be such integers.
 *
 * @returns `undefined` for what is not JSON, or is more than the limits
 */
export function parseExactJson(text: string, limits?: JsonSize): unknown {
  if (!isWithin(text, limits)) return undefined;
  // Looking at each value takes many times as long, and changes nothing in most texts.
  if (!hasLongNumber(text)) return parseWith(text);
  return parseWith(text, (_key, value: unknown, ...more: unknown[]) => {
    if (typeof value !== "number" || Number.isSafeInteger(value)) return value;
    const source = textOf(objectOf(more[0])["source"]);
    return /^-?\d+$/.test(source) ? source : value;
  });
}

/**
 * Whether so many digits stand in a row somewhere. Such a row has one of every sixteenth character, so that
 * most are not read; a pattern would read each up to sixteen times, and take seconds for megabytes of digits.
 */
function hasLongNumber(text: string): boolean {
  const isDigit = (at: number): boolean => {
    const unit = text.charCodeAt(at);
    return unit >= ZERO && unit <= NINE;
  };
  for (let at = LONG_DIGITS - 1; at < text.length; at += LONG_DIGITS) {
    if (!isDigit(at)) continue;
    let start = at;
    while (isDigit(start - 1)) start--;
    let end = at + 1;
    while (end - start < LONG_DIGITS && isDigit(end)) end++;
    if (end - start >= LONG_DIGITS) return true;
  }
  return false;
}

function parseWith(
  text: string,
  reviver?: (key: string, value: unknown, ...more: unknown[]) => unknown,
): unknown {
  try {
    return JSON.parse(text, reviver);
  } catch {
    return undefined;
  }
}
