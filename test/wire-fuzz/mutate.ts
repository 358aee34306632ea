/** A random number from 0 up to 1. */
export type Random = () => number;

/** The numbers of one seed, by mulberry32: the same ones each time, so that a failure can be repeated. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d_2b_79_f5) >>> 0;
    let bits = Math.imul(state ^ (state >>> 15), state | 1);
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  };
}

function pick<T>(random: Random, list: readonly [T, ...T[]]): T {
  return list[Math.floor(random() * list.length)] ?? list[0];
}

type Container = unknown[] | Record<string, unknown>;

/** A value's place in the input. */
interface Place {
  readonly parent: Container;
  readonly key: string;
}

const ODD_TEXTS = [
  "",
  " \u2060\u200B\uFEFF",
  "\uD83D",
  "\uDC4B\uD83D",
  "\0\u0001\u001F",
  "\u202Eabc\u202C",
  `e${"\u0301".repeat(500)}`,
  "👩‍👩‍👧‍👦".repeat(50),
  "]]><x>&#x0;&unknown;<![CDATA[",
  "../../..%2f\r\nx: y",
  '@_user_1 @_all <at user_id="all"></at>',
  "__proto__",
] as const;
const ODD_NUMBERS = [
  0,
  -1,
  0.5,
  1e-9,
  1e300,
  -1e300,
  2 ** 31,
  2 ** 53,
  2 ** 63,
  "7",
  "-1",
  "1e400",
  "0x10",
  "9".repeat(400),
] as const;
const OTHER_TYPES = [null, true, false, [], {}, [[]], [null], { length: 9 }] as const;
const HUGE = 40_000;
const DEPTH = 500;
/** Larger than what a person can send. A batch of such inputs is below what an adapter reads at once. */
const MAX_SIZE = 100_000;

function isContainer(value: unknown): value is Container {
  return typeof value === "object" && value !== null;
}

/** Every place in a value, also those in JSON within its texts, each with how to write it back. */
function placesIn(root: Container): Place[] {
  const places: Place[] = [];
  const open: Container[] = [root];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const [key, value] of Object.entries(next)) {
      places.push({ parent: next, key });
      if (isContainer(value)) open.push(value);
    }
  }
  return places;
}

function valueAt({ parent, key }: Place): unknown {
  return Object.getOwnPropertyDescriptor(parent, key)?.value;
}

/** As an own property, whatever the key is: `__proto__` must not set the prototype here. */
function put({ parent, key }: Place, value: unknown): void {
  const property = { value, writable: true, enumerable: true, configurable: true };
  Object.defineProperty(parent, key, property);
}

function remove({ parent, key }: Place): void {
  if (Array.isArray(parent)) parent.splice(Number(key), 1);
  else Reflect.deleteProperty(parent, key);
}

function nest(value: unknown, asList: boolean): unknown {
  let nested = value;
  for (let depth = 0; depth < DEPTH; depth++) nested = asList ? [nested] : { text: nested };
  return nested;
}

function parsed(text: unknown): Container | undefined {
  if (typeof text !== "string" || !/^[[{]/.test(text)) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return isContainer(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** How many copies of a value there may be. */
function timesOf(value: unknown): number {
  return Math.ceil(MAX_SIZE / (1 + (JSON.stringify(value)?.length ?? 0)));
}

/** What takes the place of a value. `pool` has the values of other inputs. */
function substitute(
  random: Random,
  value: unknown,
  pool: readonly [unknown, ...unknown[]],
): unknown {
  switch (
    pick(random, ["pool", "pool", "pool", "text", "number", "type", "huge", "many", "deep"])
  ) {
    case "text":
      return (random() < 0.5 && typeof value === "string" ? value : "") + pick(random, ODD_TEXTS);
    case "number":
      return pick(random, ODD_NUMBERS);
    case "type":
      return structuredClone(pick(random, OTHER_TYPES));
    case "huge":
      return pick(random, ["x", "世", "👋", "\n", "@_user_1", "<at>"]).repeat(HUGE);
    case "many":
      return Array.from({ length: Math.min(500, timesOf(value)) }, () => structuredClone(value));
    case "deep":
      return nest(value, random() < 0.5);
    default:
      return structuredClone(pick(random, pool));
  }
}

/**
 * Changes an input in up to four places: drops, doubles, renames or replaces what is there. What is
 * JSON within a text is changed inside as well.
 */
export function mutate(
  input: Container,
  random: Random,
  pool: readonly [unknown, ...unknown[]],
): Container {
  const root = structuredClone(input);
  const changes = 1 + Math.floor(random() * 4);
  for (let change = 0; change < changes; change++) {
    const [first, ...others] = placesIn(root);
    if (first === undefined) return root;
    // What is in JSON text is one place among many otherwise, though it is most of the input.
    const [text, ...texts] = [first, ...others].filter((each) => parsed(valueAt(each)));
    const isInner = text !== undefined && random() < 0.5;
    const place = isInner ? pick(random, [text, ...texts]) : pick(random, [first, ...others]);
    const value = valueAt(place);
    const inner = isInner ? parsed(value) : undefined;
    if (inner !== undefined) {
      put(place, JSON.stringify(mutate(inner, random, pool)));
      continue;
    }
    switch (pick(random, ["drop", "double", "rename", "replace", "replace", "replace"])) {
      case "drop":
        remove(place);
        break;
      case "double":
        if (Array.isArray(place.parent)) place.parent.push(structuredClone(value));
        else put(pick(random, [first, ...others]), structuredClone(value));
        break;
      case "rename": {
        const key = pick(random, [
          "__proto__",
          "constructor",
          "toString",
          "then",
          "length",
          "type",
        ]);
        remove(place);
        put({ parent: place.parent, key: Array.isArray(place.parent) ? "0" : key }, value);
        break;
      }
      default:
        put(place, substitute(random, value, pool));
    }
  }
  return root;
}

/** Every value in the inputs, of which a change takes some. */
export function poolOf(inputs: readonly Container[]): [unknown, ...unknown[]] {
  const values = inputs.flatMap((input) => placesIn(input).map(valueAt));
  return [null, ...values];
}

/** Cuts, doubles or changes a part of a text, so that it is no longer JSON or XML in most cases. */
export function corrupt(text: string, random: Random): string {
  const at = Math.floor(random() * text.length);
  switch (pick(random, ["cut", "insert", "repeat", "swap"])) {
    case "cut":
      return text.slice(0, at);
    case "insert":
      return text.slice(0, at) + pick(random, ODD_TEXTS) + text.slice(at);
    case "repeat":
      return text.slice(0, at) + text.slice(Math.max(0, at - 40));
    default:
      return (
        text.slice(0, at) + String.fromCodePoint(Math.floor(random() * 256)) + text.slice(at + 1)
      );
  }
}
