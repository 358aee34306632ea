import { coded, invalidType } from "../classes.ts";
import { viewOf } from "../compute.ts";

/** The bytes of an argument that must have some. */
export function bytesOf(value: unknown, name: string): Uint8Array {
  const bytes = viewOf(value);
  if (bytes === undefined) throw invalidType(name, "a Buffer or Uint8Array");
  return bytes;
}

/** The size of a new buffer. */
export function checkSize(size: unknown): number {
  return Math.trunc(checkNumber(size, Number.MAX_SAFE_INTEGER, "size"));
}

function checkNumber(value: unknown, largest: number, name: string): number {
  if (typeof value !== "number") throw invalidType(name, "of type number");
  if (value >= 0 && value <= largest) return value;
  throw outOfRange(name, `from 0 to ${largest}`, value);
}

/** An offset as Node checks it: a whole number up to a largest one. */
export function within(value: unknown, absent: number, largest: number, name: string): number {
  if (value === undefined) return absent;
  if (typeof value !== "number") throw invalidType(name, "of type number");
  if (Number.isInteger(value) && value >= 0 && value <= largest) return value;
  throw outOfRange(name, `an integer from 0 to ${largest}`, value);
}

/** An offset as `copy` accepts it: a value that is no number is 0, a negative one is refused. */
export function offsetOf(value: unknown, absent: number, name: string): number {
  if (value === undefined) return absent;
  const number = Math.floor(Number(value));
  const offset = Number.isSafeInteger(number) ? number : 0;
  if (offset >= 0) return offset;
  throw outOfRange(name, "not negative", offset);
}

/** Refuses a number, in Node's way. */
export function outOfRange(name: string, expected: string, value: unknown): RangeError {
  const message = `The value of "${name}" is out of range. It must be ${expected}. Received ${String(value)}`;
  return coded(new RangeError(message), "ERR_OUT_OF_RANGE");
}
