/** Gives a class the name by which plugins know it: the bundle's names are short ones. */
export function nameClass(name: string, type: { readonly prototype: object }): void {
  Object.defineProperty(type, "name", { value: name, configurable: true });
  Object.defineProperty(type.prototype, Symbol.toStringTag, { value: name, configurable: true });
}

/** An error with a stable code, as Node's are. */
export function coded<Kind extends Error>(error: Kind, code: string): Kind {
  Object.defineProperty(error, "code", { value: code, writable: true, configurable: true });
  return error;
}

/** Refuses a value for an argument, in Node's way. */
export function invalidType(name: string, expected: string): TypeError {
  return coded(new TypeError(`The "${name}" argument must be ${expected}`), "ERR_INVALID_ARG_TYPE");
}

/** Refuses a call with too few arguments. */
export function assertArgumentCount(given: number, needed: number): void {
  if (given >= needed) return;
  throw coded(new TypeError(`${needed} argument(s) are required`), "ERR_MISSING_ARGS");
}

/** The error of a constructor that only the bootstrap may use. */
export function illegalConstructor(): TypeError {
  return coded(new TypeError("Illegal constructor"), "ERR_ILLEGAL_CONSTRUCTOR");
}
