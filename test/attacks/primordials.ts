/** One property of something built in, as it was. */
type Row = readonly [owner: object, name: string, key: PropertyKey, found: PropertyDescriptor];

const PARTS = ["value", "get", "set"] as const;

const OWNERS: readonly object[] = [
  Object,
  Function,
  Array,
  Promise,
  String,
  Number,
  Boolean,
  Symbol,
  BigInt,
  RegExp,
  Date,
  Map,
  Set,
  WeakMap,
  WeakSet,
  ArrayBuffer,
  Uint8Array,
  Buffer,
  Error,
  TypeError,
  RangeError,
  JSON,
  Math,
  Reflect,
  Proxy,
  URL,
  Headers,
  Response,
  Object.getPrototypeOf(Uint8Array),
  Object.getPrototypeOf([][Symbol.iterator]()),
  Object.getPrototypeOf(async () => {}),
];

/** Reads the built-ins of this process. */
export function readPrimordials(): Row[] {
  const objects = OWNERS.flatMap((owner): object[] => {
    const prototype: unknown = Reflect.get(owner, "prototype");
    return typeof prototype === "object" && prototype !== null ? [owner, prototype] : [owner];
  });
  return objects.flatMap((owner) =>
    Reflect.ownKeys(owner).flatMap((key): Row[] => {
      const found = Object.getOwnPropertyDescriptor(owner, key);
      return found === undefined ? [] : [[owner, nameOf(owner), key, found]];
    }),
  );
}

/** Names what was changed, added or removed since. */
export function changedPrimordials(before: readonly Row[]): string[] {
  const after = readPrimordials();
  const changed = before.filter(([owner, , key, found]) => {
    const now: PropertyDescriptor = Object.getOwnPropertyDescriptor(owner, key) ?? {};
    return PARTS.some((part) => !Object.is(now[part], found[part]));
  });
  const names = changed.map(([, name, key]) => `${name}.${String(key)}`);
  return after.length === before.length
    ? names
    : [...names, `${after.length - before.length} keys`];
}

function nameOf(owner: object): string {
  return Object.prototype.toString.call(owner);
}
