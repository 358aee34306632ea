import type { JsonValue } from "@botwright/core";

/** A stored object's fields; `undefined` when the value is none: an older version may have stored it. */
export function fieldsOf(
  value: JsonValue,
): Readonly<Record<string, JsonValue | undefined>> | undefined {
  if (typeof value !== "object" || value === null || isList(value)) return undefined;
  return value;
}

/** The texts of a stored list. */
export function textsOf(value: JsonValue | undefined): string[] {
  if (value === undefined || !isList(value)) return [];
  return value.filter((item) => typeof item === "string");
}

/** A stored number, or 0. */
export function numberOf(value: JsonValue | undefined): number {
  return typeof value === "number" ? value : 0;
}

function isList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}
