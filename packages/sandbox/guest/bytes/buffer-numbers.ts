import { outOfRange } from "./buffer-checks.ts";
import { coded, invalidType } from "../classes.ts";

/** The numbers that `DataView` knows: name in `Buffer`, name there, bytes, least and largest value. */
const KINDS: readonly [name: string, view: string, size: number, range?: Range][] = [
  ["UInt8", "Uint8", 1, [0, 0xff]],
  ["Int8", "Int8", 1, [-0x80, 0x7f]],
  ["UInt16", "Uint16", 2, [0, 0xff_ff]],
  ["Int16", "Int16", 2, [-0x80_00, 0x7f_ff]],
  ["UInt32", "Uint32", 4, [0, 0xff_ff_ff_ff]],
  ["Int32", "Int32", 4, [-0x80_00_00_00, 0x7f_ff_ff_ff]],
  ["BigUInt64", "BigUint64", 8, [0n, 2n ** 64n - 1n]],
  ["BigInt64", "BigInt64", 8, [-(2n ** 63n), 2n ** 63n - 1n]],
  ["Float", "Float32", 4],
  ["Double", "Float64", 8],
];

type Range = readonly [least: number | bigint, largest: number | bigint];

/** A pair of methods; as shorthand methods they carry no prototypes of their own. */
interface Pair {
  read(this: Uint8Array, offset?: unknown, size?: unknown): unknown;
  write(this: Uint8Array, value: unknown, offset?: unknown, size?: unknown): number;
}

/** Adds `readUInt8` … `writeDoubleBE` to Buffer's prototype, each also as `readUint8`. */
export function defineNumberMethods(prototype: Uint8Array): void {
  for (const [name, view, size, range] of KINDS) {
    for (const order of size === 1 ? [""] : ["LE", "BE"]) {
      define(prototype, name + order, fixedPair(view, size, range, order === "LE"));
    }
  }
  for (const order of ["LE", "BE"]) {
    define(prototype, `UInt${order}`, variablePair(false, order === "LE"));
    define(prototype, `Int${order}`, variablePair(true, order === "LE"));
  }
}

/** Numbers of a size that `DataView` has. By Node's rule `write` checks the value before the offset. */
function fixedPair(view: string, size: number, range: Range | undefined, little: boolean): Pair {
  return {
    read(offset = 0) {
      const at = checkOffset(offset, this.length, size);
      return onView(this, `get${view}`, at, little);
    },
    write(value, offset = 0) {
      const number = typeof range?.[0] === "bigint" ? value : Number(value);
      if (range !== undefined) checkValue(number, range);
      const at = checkOffset(offset, this.length, size);
      onView(this, `set${view}`, at, number, little);
      return at + size;
    },
  };
}

/**
 * Whole numbers of one to six bytes. Computed with multiplications, because the engine's bit operators cut
 * numbers to 32 bits; six bytes are the most that a double holds exactly. A negative number is stored as
 * its two's complement: `Math.floor` of a negative quotient continues the sign.
 */
function variablePair(signed: boolean, little: boolean): Pair {
  return {
    read(offset, size) {
      const bytes = checkSize(size);
      const at = checkOffset(offset, this.length, bytes);
      let value = 0;
      for (let step = 0; step < bytes; step++) {
        value = value * 256 + (this[little ? at + bytes - 1 - step : at + step] ?? 0);
      }
      return signed && value >= 2 ** (bytes * 8 - 1) ? value - 2 ** (bytes * 8) : value;
    },
    write(value, offset, size) {
      const bytes = checkSize(size);
      const half = 2 ** (bytes * 8 - 1);
      const number = Number(value);
      checkValue(number, signed ? [-half, half - 1] : [0, half * 2 - 1]);
      const at = checkOffset(offset, this.length, bytes);
      let rest = Math.trunc(number);
      for (let step = 0; step < bytes; step++) {
        this[little ? at + step : at + bytes - 1 - step] = rest & 255;
        rest = Math.floor(rest / 256);
      }
      return at + bytes;
    },
  };
}

function define(prototype: object, name: string, pair: Pair): void {
  for (const [verb, value] of Object.entries(pair)) {
    for (const alias of new Set([name, name.replace("UInt", "Uint")])) {
      const descriptor = { value, writable: true, configurable: true };
      Object.defineProperty(prototype, verb + alias, descriptor);
    }
  }
}

/** Calls a method of `DataView` on bytes. */
function onView(bytes: Uint8Array, method: string, ...args: unknown[]): unknown {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const found: unknown = Reflect.get(view, method);
  return typeof found === "function" ? Reflect.apply(found, view, args) : undefined;
}

function checkOffset(offset: unknown, length: number, size: number): number {
  if (typeof offset !== "number") throw invalidType("offset", "of type number");
  if (Number.isInteger(offset) && offset >= 0 && offset <= length - size) return offset;
  if (Math.floor(offset) === offset && length < size) {
    const message = "Attempt to access memory outside buffer bounds";
    throw coded(new RangeError(message), "ERR_BUFFER_OUT_OF_BOUNDS");
  }
  throw outOfRange("offset", `an integer from 0 to ${length - size}`, offset);
}

function checkSize(size: unknown): number {
  if (typeof size !== "number") throw invalidType("byteLength", "of type number");
  if (Number.isInteger(size) && size >= 1 && size <= 6) return size;
  throw outOfRange("byteLength", "an integer from 1 to 6", size);
}

function checkValue(value: unknown, [least, largest]: Range): void {
  if (typeof least === "bigint" && typeof value !== "bigint") {
    throw invalidType("value", "of type bigint");
  }
  if (
    (typeof value === "bigint" || typeof value === "number") &&
    (value < least || value > largest)
  ) {
    throw outOfRange("value", `from ${least} to ${largest}`, value);
  }
}
