/**
 * Decides which values storage accepts. This module is also part of the guest, so it may use nothing but the
 * language: a sandboxed plugin's value is checked before it crosses as JSON, which would change it.
 */

/** The code of the error for a value that storage does not accept. */
export const STORAGE_INVALID_VALUE = "STORAGE_INVALID_VALUE";

/** Maximum characters of a path in an error message, because the plugin chooses the keys. */
const SHOWN = 80;

/**
 * Returns the JSON of a value that JSON preserves. A value that JSON would turn into `null` or omit is refused:
 * `undefined` (except for an object's member, which is left out), functions, symbols, BigInts, numbers that are not
 * finite, cycles, and promises. Any other object becomes what JSON makes of it: a date a text, a Map `{}`.
 *
 * Checks the values that `JSON.stringify` itself visits, so that a getter, a proxy or `toJSON` cannot show one value
 * to the check and another to the store. The work is linear in the length of the JSON.
 *
 *
 * @throws the error of `refuse`
 */
export function toStorableJson(value: unknown, refuse: (message: string) => Error): string {
  /** The lists and objects that contain the visited value, with their keys. */
  const around: { readonly holder: object; readonly key: string }[] = [];
  const holders = new Set<object>();

  function fail(parent: unknown, key: string, what: string): Error {
    const steps = around.slice(1).map(({ key: one }, at) => step(around[at]?.holder, one));
    if (around.length > 0) steps.push(step(parent, key));
    const path = steps.join("").slice(0, SHOWN);
    const place = path.startsWith(".") ? path.slice(1) : path;
    return refuse(`storage: the value cannot be stored: ${place || "it"} is ${what}`);
  }

  function visit(this: unknown, key: string, given: unknown): unknown {
    // A fast path for most parts of a large value, because the check costs the plugin's own time.
    if (typeof given === "string" || (typeof given === "number" && isFinite(given))) return given;
    // Drops the lists and objects that `JSON.stringify` has finished since the last call.
    while (around.length > 0 && around[around.length - 1]?.holder !== this) {
      const left = around.pop();
      if (left !== undefined) holders.delete(left.holder);
    }
    const isNeeded = Array.isArray(this) || around.length === 0;
    const member = isBoxed(given, Number) ? Number(given) : given;
    const what = describeLossy(member, isNeeded);
    if (what !== undefined) throw fail(this, key, what);
    if (typeof member !== "object" || member === null) return member;
    if (holders.has(member)) throw fail(this, key, "a value that contains itself");
    holders.add(member);
    around.push({ holder: member, key });
    return member;
  }

  return JSON.stringify(value, visit);
}

/** One step of a path; the plugin chooses the key. */
function step(parent: unknown, key: string): string {
  return Array.isArray(parent) ? `[${key}]` : `.${key.slice(0, SHOWN)}`;
}

/** Whether the value is a wrapper object of a number or BigInt, which JSON writes like the primitive. */
function isBoxed(value: unknown, type: NumberConstructor | BigIntConstructor): boolean {
  return value instanceof type;
}

/** Describes the value if JSON would change or omit it. */
function describeLossy(value: unknown, isNeeded: boolean): string | undefined {
  switch (typeof value) {
    case "number":
      return Number.isFinite(value) ? undefined : String(value);
    case "undefined":
      return isNeeded ? "undefined" : undefined;
    case "function":
    case "symbol":
      return `a ${typeof value}`;
    case "bigint":
      return "a BigInt";
    default:
      // JSON would write `{}` for a promise.
      if (value instanceof Promise) return "a promise: `await` is missing";
      return isBoxed(value, BigInt) ? "a BigInt" : undefined;
  }
}
