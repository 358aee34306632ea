import { isWithin, type JsonSize } from "@botwright/core/measure-json";
import { cutAnswer } from "./cut-answer.ts";
import { quoteLongIntegers } from "./long-integers.ts";

/**
 * Functions that read unchecked wire data. Each platform's types are written out, and a parsed value
 * is {@link Unchecked}: the compiler knows the names of its fields, and each value is
 * `unknown` until a function of this file has read it with a fallback.
 */

/** A JSON object whose fields are unknown. */
export type WireObject = Readonly<Record<string, unknown>>;

/**
 * A wire type before its values are checked. A misspelt field is a compile error, and a value has to
 * go through {@link textOf}, {@link numberOf}, {@link fieldsOf} or a guard before it is used.
 */
export type Unchecked<T> = { readonly [Name in keyof T]?: unknown };

/**
 * A wire type of which a guard has checked the fields that are indispensable.
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

/** The value if it is an object, otherwise an empty object. */
export function objectOf(value: unknown): WireObject {
  return isObject(value) ? value : {};
}

/**
 * The value as an unchecked wire type; an empty object when the value is not an object.
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

/** The objects of a list; an empty list for any other value. */
export function objectsOf(value: unknown): WireObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

/** The value if it is a string, otherwise `""`. */
export function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

const DECIMAL = /^-?\d{1,15}(?:\.\d{1,15})?$/;

/** The value as a finite number, which some platforms write as a string; otherwise 0. */
export function numberOf(value: unknown): number {
  const number = typeof value === "string" && DECIMAL.test(value) ? Number(value) : value;
  return typeof number === "number" && Number.isFinite(number) ? number : 0;
}

/**
 * The value of a JSON text; `undefined` when it is not JSON, or exceeds the limits.
 *
 * @param limits @default `JSON_LIMITS` of core, which any event of a platform fits
 */
export function parseJson(text: string, limits?: JsonSize): unknown {
  return isWithin(text, limits) ? parseWith(text) : undefined;
}

/**
 * The value of an answer's JSON text, without the parts that are too large: see {@link cutAnswer}.
 *
 * @returns `undefined` when the text is not JSON, or still too large
 */
export function parseAnswer(text: string): unknown {
  const json = cutAnswer(text);
  return json === undefined ? undefined : parseWith(json);
}

/**
 * Parses the JSON text of an answer without rounding: an integer that a `number` cannot hold, such as the id of a
 * message, becomes a string of its digits. Parts that are too large or nested too deeply are cut: a
 * message that cannot be read becomes `null`, so that the messages beside it are still read.
 *
 * @returns `undefined` when the text is not JSON, or still too large
 * @example
 * parseExactJson('{"id":7312345678901234567}'); // { id: "7312345678901234567" }
 */
export function parseExactJson(text: string): unknown {
  const json = cutAnswer(text);
  return json === undefined ? undefined : parseWith(quoteLongIntegers(json));
}

function parseWith(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
