import { isObject, textOf } from "../errors.ts";

/** Prototypes and the properties that authors shadow by assignment, as in `this.name = "MyError"`. */
const SHADOWED: readonly [prototype: object, names: readonly PropertyKey[]][] = [
  [
    Object.prototype,
    [
      "constructor",
      "hasOwnProperty",
      "isPrototypeOf",
      "propertyIsEnumerable",
      "toLocaleString",
      "toString",
      "valueOf",
    ],
  ],
  [Function.prototype, ["name", "toString", "call", "apply", "bind", "constructor"]],
  [Promise.prototype, ["constructor", "then", "catch", "finally"]],
  [Array.prototype, Reflect.ownKeys(Array.prototype).filter((name) => name !== "length")],
  [Map.prototype, Reflect.ownKeys(Map.prototype)],
  [Set.prototype, Reflect.ownKeys(Set.prototype)],
  [Date.prototype, ["constructor", "toString"]],
  // The prototype of all iterators: TypeScript's ES5 generators assign to an object that inherits from it.
  [Object.getPrototypeOf(Object.getPrototypeOf([][Symbol.iterator]())), [Symbol.iterator]],
  // The prototype of all typed arrays: the methods that packages such as "buffer" override by assignment. Each entry
  // costs half a kilobyte of every call.
  [
    Object.getPrototypeOf(Uint8Array.prototype),
    ["toString", "toLocaleString", "includes", "indexOf", "lastIndexOf", "slice", "fill"],
  ],
  ...[
    Error,
    AggregateError,
    EvalError,
    RangeError,
    ReferenceError,
    SyntaxError,
    TypeError,
    URIError,
  ].map(({ prototype }): [object, string[]] => [
    prototype,
    ["name", "message", "stack", "toString", "constructor"],
  ]),
];

/** One function of each kind: their prototypes are no properties of any global. */
const FUNCTIONS: readonly object[] = [
  function plain(): void {},
  async function later(): Promise<void> {},
  function* many(): Generator {},
  async function* manyLater(): AsyncGenerator {},
];

function functionPrototypes(): object[] {
  return FUNCTIONS.map((example) => Object.getPrototypeOf(example));
}

/** What the helpers of iterators return; the types of the language lack the newest of them. */
function iteratorHelpers(): unknown[] {
  const concat: unknown = Reflect.get(Iterator, "concat");
  return [
    [].values().map(textOf),
    Iterator.from({ next: () => ({ done: true, value: undefined }) }),
    typeof concat === "function" && Reflect.apply(concat, Iterator, []),
  ];
}

/** Objects that are not reachable from any global. */
function hiddenIntrinsics(): unknown[] {
  return [
    ...functionPrototypes(),
    [][Symbol.iterator](),
    ...iteratorHelpers(),
    new Map().entries(),
    new Set().values(),
    ""[Symbol.iterator](),
    /x/gu[Symbol.matchAll]("x"),
    Object.getPrototypeOf(Uint8Array),
  ];
}

/**
 * Makes all built-ins unchangeable, and code from texts impossible. `roots` are the bootstrap's own objects
 * that plugins see, `classes` those of its classes whose methods authors replace on an instance.
 *
 * The bootstrap shares its built-ins with the plugin. A plugin that could replace `JSON.stringify` or
 * `Promise.prototype.then` would see and change what the bootstrap passes through them. Freezing costs
 * nothing per call: it is done once, in the base image.
 */
export function hardenIntrinsics(
  roots: readonly unknown[],
  classes: readonly { readonly prototype: object }[],
): void {
  blockFunctionConstructors();
  // The stack of an error whose own stack was removed (see `withoutStack`): authors may read it as text.
  // oxlint-disable-next-line no-extend-native -- the guest's own built-ins, before any plugin is loaded
  Object.defineProperty(Error.prototype, "stack", {
    value: "",
    configurable: true,
    writable: true,
  });
  const own = classes.flatMap(({ prototype }) =>
    prototypesOf(prototype).map((one): (typeof SHADOWED)[number] => [one, Reflect.ownKeys(one)]),
  );
  const shadowed = [...SHADOWED, ...own].flatMap(([prototype, names]) =>
    names.map((name) => makeShadowable(prototype, name)),
  );
  freezeAll([...shadowed, ...hiddenIntrinsics(), ...roots]);
  for (const name of Reflect.ownKeys(globalThis)) {
    const descriptor = Object.getOwnPropertyDescriptor(globalThis, name);
    if (descriptor === undefined || !descriptor.configurable) continue;
    const fixed = "value" in descriptor ? { writable: false } : {};
    Object.defineProperty(globalThis, name, { ...fixed, configurable: false });
  }
}

/** A prototype and those that it inherits from. */
function prototypesOf(prototype: object): object[] {
  const above: unknown = Object.getPrototypeOf(prototype);
  const isOwn = isObject(above) && above !== Object.prototype;
  return isOwn ? [prototype, ...prototypesOf(above)] : [prototype];
}

function blockFunctionConstructors(): void {
  for (const prototype of functionPrototypes()) {
    const kind = textOf(Reflect.get(Reflect.get(prototype, "constructor"), "name"));
    const blocked = function (): never {
      throw new EvalError(`${kind}: code cannot be made from text here`);
    };
    // `instanceof` goes on working.
    Object.defineProperty(blocked, "prototype", { value: prototype, writable: false });
    Object.defineProperty(blocked, "name", { value: kind });
    Object.defineProperty(prototype, "constructor", { value: blocked });
    if (prototype === Function.prototype) {
      Object.defineProperty(globalThis, "Function", { value: blocked });
    }
  }
}

/**
 * Turns a property into a pair of accessors. A frozen property could not be assigned to in objects
 * that inherit it, though that changes nothing but themselves (the "override mistake"). Returns the
 * value, to which no property leads from then on.
 */
function makeShadowable(prototype: object, name: PropertyKey): unknown {
  const descriptor = Object.getOwnPropertyDescriptor(prototype, name);
  if (descriptor === undefined || !("value" in descriptor)) return undefined;
  const original: unknown = descriptor.value;
  Object.defineProperty(prototype, name, {
    get: () => original,
    set(this: unknown, value: unknown) {
      if (!isObject(this) || this === prototype) {
        throw new TypeError(`cannot modify built-in '${String(name)}'`);
      }
      const own = { value, writable: true, enumerable: true, configurable: true };
      if (Object.hasOwn(this, name)) Reflect.set(this, name, value);
      else Object.defineProperty(this, name, own);
    },
    enumerable: descriptor.enumerable ?? false,
    configurable: false,
  });
  return original;
}

/**
 * Freezes every object that can be reached from the roots, by properties, accessors and prototypes, but not
 * the global object: a file that is loaded may still define globals. Uses a stack of its own, not recursion.
 */
function freezeAll(roots: readonly unknown[]): void {
  const left: object[] = [];
  // A frozen object has been visited already; a set of all visited objects would leave a hole in the image's heap.
  const add = (value: unknown): void => {
    if (isObject(value) && value !== globalThis && !Object.isFrozen(value)) left.push(value);
  };
  const addParts = (owner: object): void => {
    add(Object.getPrototypeOf(owner));
    for (const name of Reflect.ownKeys(owner)) {
      const descriptor = Object.getOwnPropertyDescriptor(owner, name) ?? {};
      add(descriptor.value);
      // An accessor's own properties are read-only already, and no code reads them.
      for (const kind of ["get", "set"]) Object.preventExtensions(Reflect.get(descriptor, kind));
    }
  };
  addParts(globalThis);
  for (const root of roots) add(root);
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    if (Object.isFrozen(next)) continue;
    Object.freeze(next);
    addParts(next);
  }
}
