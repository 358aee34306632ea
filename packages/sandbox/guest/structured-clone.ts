import { GuestBody } from "./fetch/body.ts";
import { assertArgumentCount } from "./classes.ts";
import { GuestCryptoKey } from "./crypto/crypto.ts";
import { GuestDOMException } from "./events/dom-exception.ts";
import { isObject } from "./errors.ts";
import { GuestEvent, GuestEventTarget } from "./events/events.ts";
import { GuestHeaders } from "./fetch/headers.ts";
import { GuestURLSearchParams } from "./url/search-params.ts";
import { GuestURL } from "./url/url.ts";

const ERRORS = new Map<string, ErrorConstructor>(
  [Error, EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError].map((type) => [
    type.name,
    type,
  ]),
);

/**
 * A deep copy by HTML's structured clone algorithm: data, dates, patterns, collections, bytes and errors. An
 * object that occurs several times, or contains itself, does so in the copy: `seen` maps each original to
 * its copy. Prototypes of the plugin's own classes are lost, and functions are refused.
 *
 * @see https://html.spec.whatwg.org/multipage/structured-data.html#structuredserializeinternal
 * @throws `DataCloneError`
 */
export function structuredClone(value: unknown): unknown {
  assertArgumentCount(arguments.length, 1);
  return clone(value, new Map());
}

/** Classes whose state is not visible as properties: a copy of their properties would be an empty shell. */
const REFUSED: readonly (new (...args: never[]) => object)[] = [
  Promise,
  WeakMap,
  WeakSet,
  WeakRef,
  GuestBody,
  GuestCryptoKey,
  GuestEvent,
  GuestEventTarget,
  GuestHeaders,
  GuestURL,
  GuestURLSearchParams,
];

function clone(value: unknown, seen: Map<object, unknown>): unknown {
  if (typeof value === "function" || typeof value === "symbol") throw refuse(`a ${typeof value}`);
  if (!isObject(value)) return value;
  if (seen.has(value)) return seen.get(value);
  /** Registers the copy before its contents, for they may refer to it. */
  const keep = <Copy>(copy: Copy): Copy => {
    seen.set(value, copy);
    return copy;
  };
  if (value instanceof Date) return keep(new Date(value.getTime()));
  if (value instanceof RegExp) return keep(new RegExp(value.source, value.flags));
  if (isWrapper(value)) return keep(cloneWrapper(value));
  if (value instanceof ArrayBuffer) return keep(value.slice(0));
  if (ArrayBuffer.isView(value)) return keep(cloneView(value, seen));
  if (value instanceof Map) {
    const copy = keep(new Map<unknown, unknown>());
    for (const [key, item] of Array.from(value)) copy.set(clone(key, seen), clone(item, seen));
    return copy;
  }
  if (value instanceof Set) {
    const copy = keep(new Set<unknown>());
    for (const item of Array.from(value)) copy.add(clone(item, seen));
    return copy;
  }
  if (value instanceof Error) return cloneError(value, keep, seen);
  if (Array.isArray(value)) {
    const copy = keep<unknown[]>([]);
    copy.length = value.length;
    return copyOwn(value, copy, seen);
  }
  if (REFUSED.some((type) => value instanceof type)) throw refuse("the object");
  return copyOwn(value, keep({}), seen);
}

/** Copies the enumerable properties; defines them, because an assignment to `__proto__` would call its setter. */
function copyOwn(from: object, to: object, seen: Map<object, unknown>): object {
  for (const [key, item] of Object.entries(from)) {
    const value = clone(item, seen);
    Object.defineProperty(to, key, { value, writable: true, enumerable: true, configurable: true });
  }
  return to;
}

function isWrapper(value: object): boolean {
  return [Number, String, Boolean, BigInt, Symbol].some((type) => value instanceof type);
}

/** A primitive in an object stays one. */
function cloneWrapper(value: object): unknown {
  const primitive: unknown = value.valueOf();
  if (typeof primitive === "symbol") throw refuse("a symbol");
  return Object(primitive);
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
  if (error instanceof GuestDOMException) {
    return keep(new GuestDOMException(error.message, error.name));
  }
  const type = ERRORS.get(error.name) ?? Error;
  const copy = keep(new type(error.message));
  const own: Record<string, unknown> = { stack: error.stack };
  if ("cause" in error) own["cause"] = clone(error.cause, seen);
  for (const [name, value] of Object.entries(own)) {
    Object.defineProperty(copy, name, { value, writable: true, configurable: true });
  }
  return copy;
}

function refuse(what: string): GuestDOMException {
  return new GuestDOMException(`${what} could not be cloned.`, "DataCloneError");
}
