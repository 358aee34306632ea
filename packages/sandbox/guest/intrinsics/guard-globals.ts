import { isObject } from "../errors.ts";

/**
 * The engine's functions that define properties could replace fixed globals, so these versions throw instead. (A class
 * field on the global object still gets through: a plugin can only deceive itself, because the bootstrap never
 * reads a global once it has started.)
 */
export function guardGlobals(): void {
  const { defineProperty, defineProperties } = Object;
  replace(Object, "defineProperty", (target, name, descriptor) => {
    refuseFixed(target, [toKey(name)]);
    return defineProperty(asObject(target), toKey(name), asObject(descriptor));
  });
  replace(Object, "defineProperties", (target, descriptors) => {
    if (target === globalThis) refuseFixed(target, Reflect.ownKeys(asObject(descriptors)));
    return defineProperties(target, { ...asObject(descriptors) });
  });
  const define = Reflect.defineProperty;
  replace(Reflect, "defineProperty", (target, name, descriptor) => {
    if (isFixed(target, toKey(name))) return false;
    return define(asObject(target), toKey(name), asObject(descriptor));
  });
}

function replace(owner: object, name: string, value: (...args: unknown[]) => unknown): void {
  const length = { value: Reflect.get(Reflect.get(owner, name), "length") };
  Object.defineProperties(value, { name: { value: name }, length });
  Object.defineProperty(owner, name, { value });
}

function refuseFixed(target: unknown, names: readonly PropertyKey[]): void {
  for (const name of names) {
    if (isFixed(target, name)) throw new TypeError(`cannot modify built-in '${String(name)}'`);
  }
}

function isFixed(target: unknown, name: PropertyKey): boolean {
  return (
    target === globalThis && Object.getOwnPropertyDescriptor(target, name)?.configurable === false
  );
}

/** A name may be anything that can be turned into one; that happens once. */
function toKey(name: unknown): PropertyKey {
  return typeof name === "symbol" ? name : String(name);
}

function asObject(value: unknown): object {
  if (!isObject(value)) throw new TypeError("not an object");
  return value;
}
