import { types } from "node:util";
import { isObject } from "../rules/is-object.ts";

/**
 * Levels beyond which two values count as different. A guest's arguments have at most 256; a trusted function may pass
 * an object that contains itself, which has no end.
 */
const MAX_DEPTH = 4096;

/** Two objects or lists whose parts are still to be compared. */
interface OpenPair {
  readonly before: object;
  readonly now: object;
  readonly depth: number;
}

/**
 * Whether two values are the same as JSON: it has no `undefined`, no functions and no negative zero, and the order of
 * keys says nothing. Bytes are the same as equal bytes.
 *
 * No text is built: megabytes are compared in a millisecond, and a value of 100,000 numbers in some. It ends at the
 * first difference and does not recurse.
 *
 * @example
 * isSameJson({ a: 1, b: undefined }, { a: 1 }); // true
 */
export function isSameJson(before: unknown, now: unknown): boolean {
  const open: OpenPair[] = [];

  /** Compares what has no parts, and puts off the rest. */
  function isSamePart(one: unknown, other: unknown, depth: number): boolean {
    if (!isObject(one) || !isObject(other)) return one === other;
    if (depth > MAX_DEPTH) return false;
    open.push({ before: one, now: other, depth });
    return true;
  }

  function hasSameParts({ before: one, now: other, depth }: OpenPair): boolean {
    if (one instanceof Uint8Array || other instanceof Uint8Array) return isSameBytes(one, other);
    if (Array.isArray(one) || Array.isArray(other)) {
      return Array.isArray(one) && Array.isArray(other) && hasSameItems(one, other, depth);
    }
    return hasSameMembers(one, other, depth);
  }

  function hasSameItems(
    one: readonly unknown[],
    other: readonly unknown[],
    depth: number,
  ): boolean {
    if (one.length !== other.length) return false;
    for (let at = 0; at < one.length; at++) {
      const item = inJson(one[at], at) ?? null;
      if (!isSamePart(item, inJson(other[at], at) ?? null, depth + 1)) return false;
    }
    return true;
  }

  function hasSameMembers(one: object, other: object, depth: number): boolean {
    let members = 0;
    for (const key of Object.keys(one)) {
      const member = memberOf(one, key);
      if (member === undefined) continue;
      members++;
      if (!hasMember(other, key)) return false;
      if (!isSamePart(member, memberOf(other, key), depth + 1)) return false;
    }
    const keys = Object.keys(other);
    // All members of the one are in the other, which may have members without a value beside them.
    return (
      keys.length === members ||
      keys.filter((key) => memberOf(other, key) !== undefined).length === members
    );
  }

  if (!isSamePart(inJson(before, "") ?? null, inJson(now, "") ?? null, 0)) return false;
  for (let pair = open.pop(); pair !== undefined; pair = open.pop()) {
    if (!hasSameParts(pair)) return false;
  }
  return true;
}

/** Whether an object has an own member that `JSON.stringify` sees. */
function hasMember(object: object, key: string): boolean {
  return Object.prototype.propertyIsEnumerable.call(object, key);
}

function memberOf(object: object, key: string): unknown {
  return inJson(Reflect.get(object, key), key);
}

function isSameBytes(one: object, other: object): boolean {
  return (
    one instanceof Uint8Array && other instanceof Uint8Array && Buffer.compare(one, other) === 0
  );
}

/** What `JSON.stringify` makes of a value in this place; undefined for what it leaves out. */
function inJson(given: unknown, key: string | number): unknown {
  const value = replaced(given, key);
  if (typeof value === "number") return Number.isFinite(value) ? value : null;
  if (typeof value === "function" || typeof value === "symbol") return undefined;
  if (types.isNumberObject(value)) return inJson(Number(value), key);
  return types.isStringObject(value) || types.isBooleanObject(value) ? value.valueOf() : value;
}

/** The value itself, or what its `toJSON` returns, as a date has it. A Buffer's would make a list of its bytes. */
function replaced(value: unknown, key: string | number): unknown {
  if (!isObject(value) || value instanceof Uint8Array || !("toJSON" in value)) return value;
  const { toJSON } = value;
  if (typeof toJSON !== "function") return value;
  const json: unknown = Reflect.apply(toJSON, value, [String(key)]);
  return json;
}
