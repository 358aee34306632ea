import { codedError, isObject } from "./errors.ts";

const ERRORS = new Map<string, ErrorConstructor>(
  [Error, EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError].map((type) => [
    type.name,
    type,
  ]),
);

/** A deep copy: data, dates, patterns, collections, bytes and errors, with their cycles. */
export function structuredClone(value: unknown): unknown {
  return clone(value, new Map());
}

function clone(value: unknown, seen: Map<object, unknown>): unknown {
  if (typeof value === "function" || typeof value === "symbol") {
    throw codedError("DATA_CLONE_ERROR", `a ${typeof value} cannot be cloned`);
  }
  if (!isObject(value)) return value;
  if (seen.has(value)) return seen.get(value);
  /** Registers the copy before its contents, for they may refer to it. */
  const keep = <Copy>(copy: Copy): Copy => {
    seen.set(value, copy);
    return copy;
  };
  if (value instanceof Date) return keep(new Date(value.getTime()));
  if (value instanceof RegExp) return keep(new RegExp(value.source, value.flags));
  if (value instanceof ArrayBuffer) return keep(value.slice(0));
  if (ArrayBuffer.isView(value)) return keep(cloneView(value, seen));
  if (value instanceof Map) {
    const copy = keep(new Map<unknown, unknown>());
    for (const [key, item] of value) copy.set(clone(key, seen), clone(item, seen));
    return copy;
  }
  if (value instanceof Set) {
    const copy = keep(new Set<unknown>());
    for (const item of value) copy.add(clone(item, seen));
    return copy;
  }
  if (value instanceof Error) return cloneError(value, keep, seen);
  if (Array.isArray(value)) {
    const copy = keep<unknown[]>([]);
    copy.length = value.length;
    return copyOwn(value, copy, seen);
  }
  if (value instanceof Promise || value instanceof WeakMap || value instanceof WeakSet) {
    throw codedError("DATA_CLONE_ERROR", "the object cannot be cloned");
  }
  return copyOwn(value, keep({}), seen);
}

function copyOwn(from: object, to: object, seen: Map<object, unknown>): object {
  for (const [key, item] of Object.entries(from)) {
    const value = clone(item, seen);
    Object.defineProperty(to, key, { value, writable: true, enumerable: true, configurable: true });
  }
  return to;
}

/** Views of one buffer stay views of one buffer. */
function cloneView(view: ArrayBufferView, seen: Map<object, unknown>): unknown {
  const buffer = clone(view.buffer, seen);
  const { constructor, byteOffset } = view;
  const length = "length" in view ? view.length : view.byteLength;
  // A plugin's own subclass is cloned as what the engine knows.
  const type = NATIVE_VIEWS.find((native) => view instanceof native) ?? constructor;
  return Reflect.construct(type, [buffer, byteOffset, length]);
}

const NATIVE_VIEWS = [
  Uint8Array,
  Int8Array,
  Uint8ClampedArray,
  Int16Array,
  Uint16Array,
  Int32Array,
  Uint32Array,
  Float32Array,
  Float64Array,
  BigInt64Array,
  BigUint64Array,
  DataView,
];

function cloneError(
  error: Error,
  keep: <Copy>(copy: Copy) => Copy,
  seen: Map<object, unknown>,
): Error {
  const type = ERRORS.get(error.name) ?? Error;
  const copy = keep(new type(error.message));
  if ("cause" in error) Object.assign(copy, { cause: clone(error.cause, seen) });
  return copy;
}
