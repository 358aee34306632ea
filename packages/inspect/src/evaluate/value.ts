import type { AnyNode } from "acorn";
import { FORBIDDEN_GLOBALS, GLOBAL_OBJECTS, KNOWN_GLOBALS, NAMESPACES } from "./globals.ts";

/** The known value of an expression, computed without running it. */
export type Value =
  | { readonly kind: "constant"; readonly value: string | number | boolean | null | undefined }
  | { readonly kind: "bytes"; readonly value: Uint8Array }
  | { readonly kind: "list"; readonly items: readonly (Value | undefined)[] }
  /** An object literal, whose properties are read on demand. */
  | { readonly kind: "record"; readonly node: AnyNode & { readonly type: "ObjectExpression" } }
  | { readonly kind: "function" }
  /** An object that a built-in function makes from others; its properties are computed on demand. */
  | { readonly kind: "made"; readonly member: (key: string) => Value | undefined }
  /** A built-in, by its path: `globalThis`, `eval`, `Array.prototype`, `Math.max`. */
  | { readonly kind: "builtin"; readonly path: string };

/** The longest text that is computed, in characters. */
export const MAX_TEXT = 300_000;

const MAX_PATH = 120;

export const constant = (value: string | number | boolean | null | undefined): Value => ({
  kind: "constant",
  value,
});

export const builtin = (path: string): Value => ({ kind: "builtin", path });

/** The cost of a value: its characters, bytes or items. */
export function sizeOf(value: Value | undefined): number {
  switch (value?.kind) {
    case "list":
      return value.items.length;
    case "bytes":
      return value.value.length;
    case "constant":
      return typeof value.value === "string" ? value.value.length : 0;
    default:
      return 0;
  }
}

/** The value of a free name. */
export function globalValue(name: string): Value | undefined {
  if (name === "undefined") return constant(undefined);
  if (name === "NaN") return constant(Number.NaN);
  if (name === "Infinity") return constant(Number.POSITIVE_INFINITY);
  if (GLOBAL_OBJECTS.has(name)) return builtin("globalThis");
  if (KNOWN_GLOBALS.has(name) || FORBIDDEN_GLOBALS.has(name)) return builtin(name);
  return undefined;
}

/** The value of `value[key]`, except for properties of object literals. */
export function memberOf(value: Value, key: string): Value | undefined {
  if (value.kind === "made") return value.member(key);
  if (key === "__proto__") return prototypeOf(value);
  if (key === "constructor") return constructorOf(value);
  switch (value.kind) {
    case "constant":
      return typeof value.value === "string" ? textMember(value.value, key) : undefined;
    case "list":
      if (key === "length") return constant(value.items.length);
      return /^\d+$/u.test(key) ? value.items[Number(key)] : builtin(`Array.prototype.${key}`);
    case "function":
      return ["call", "apply", "bind", "toString"].includes(key)
        ? builtin(`Function.prototype.${key}`)
        : undefined;
    case "builtin": {
      if (value.path === "globalThis") return globalValue(key);
      const path = `${value.path}.${key}`;
      return path.length > MAX_PATH ? undefined : builtin(path);
    }
    default:
      return undefined;
  }
}

function textMember(text: string, key: string): Value {
  if (key === "length") return constant(text.length);
  if (/^\d+$/u.test(key)) return constant(text[Number(key)]);
  return builtin(`String.prototype.${key}`);
}

/** The class of a value, such as `String` for a string. */
function classOf(value: Value): string | undefined {
  switch (value.kind) {
    case "constant": {
      if (value.value === null || value.value === undefined) return undefined;
      const type = typeof value.value;
      return type[0]?.toUpperCase() + type.slice(1);
    }
    case "bytes":
      return "Buffer";
    case "list":
      return "Array";
    case "record":
      return "Object";
    case "function":
      return "Function";
    case "made":
      return undefined;
    default:
      if (NAMESPACES.has(value.path)) return "Object";
      return value.path.endsWith(".prototype") ? undefined : "Function";
  }
}

function constructorOf(value: Value): Value | undefined {
  if (value.kind === "builtin" && value.path.endsWith(".prototype")) {
    return builtin(value.path.slice(0, -".prototype".length));
  }
  const name = classOf(value);
  return name === undefined ? undefined : builtin(name);
}

/** The result of `Object.getPrototypeOf`. */
export function prototypeOf(value: Value): Value | undefined {
  if (value.kind === "builtin" && value.path.endsWith(".prototype")) {
    return builtin("Object.prototype");
  }
  const name = classOf(value);
  return name === undefined ? undefined : builtin(`${name}.prototype`);
}
