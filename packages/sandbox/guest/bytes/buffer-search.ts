import { bytesOf } from "./buffer-checks.ts";
import { copyOf } from "../compute.ts";
import { encodeText, encodingOf, isEncodingName, unitOf } from "./buffer-encodings.ts";

const BYTES = Uint8Array.prototype;

/** -1, 0 or 1 as the first bytes sort before, with or after the others. */
export function compareBytes(one: Uint8Array, other: Uint8Array): number {
  const at = differenceOf(one, other);
  const isInside = at < Math.min(one.length, other.length);
  return Math.sign(isInside ? (one[at] ?? 0) - (other[at] ?? 0) : one.length - other.length);
}

/** Bytes of a block, compared four per step, because the engine needs as long to compare one byte as four. */
const BLOCK = 65_536;

/** The position of the first difference; the shorter length if there is none. */
export function differenceOf(one: Uint8Array, other: Uint8Array): number {
  const length = Math.min(one.length, other.length);
  let at = 0;
  while (at < length && isEqualBlock(one, other, at, Math.min(length, at + BLOCK))) at += BLOCK;
  while (at < length && one[at] === other[at]) at++;
  return Math.min(at, length);
}

function isEqualBlock(one: Uint8Array, other: Uint8Array, from: number, to: number): boolean {
  const words = (to - from) >>> 2;
  const left = wordsOf(one, from, words);
  const right = wordsOf(other, from, words);
  for (let at = 0; at < words; at++) if (left[at] !== right[at]) return false;
  for (let at = from + words * 4; at < to; at++) if (one[at] !== other[at]) return false;
  return true;
}

/** A copy, because a view of words has to begin at a multiple of four bytes. */
function wordsOf(bytes: Uint8Array, from: number, words: number): Uint32Array {
  return new Uint32Array(copyOf(BYTES.subarray.call(bytes, from, from + words * 4)).buffer);
}

/**
 * Finds a text, bytes or a byte, from a position on, in either direction; -1 when there is none. A negative
 * position counts from the end. In UTF-16 a match begins only at a whole unit.
 */
export function findIn(
  bytes: Uint8Array,
  value: unknown,
  offset: unknown,
  encoding: unknown,
  last: boolean,
): number {
  if (typeof offset === "string") return findIn(bytes, value, undefined, offset, last);
  const unit = isEncodingName(encoding) ? unitOf(encodingOf(encoding)) : 1;
  const isNumber = typeof value === "number";
  const length = isNumber ? bytes.length : bytes.length - (bytes.length % unit);
  const given = Number(offset);
  // Node begins at the far end when the offset is no number.
  const start = Number.isNaN(given) ? (last ? length : 0) : Math.trunc(given);
  const from = start < 0 ? start + length : start;
  if (isNumber) {
    if (last) return from < 0 ? -1 : BYTES.lastIndexOf.call(bytes, value & 255, from);
    return BYTES.indexOf.call(bytes, value & 255, Math.max(from, 0));
  }
  const sought = typeof value === "string" ? encodeText(value, encoding) : bytesOf(value, "value");
  const first = Math.min(Math.max(from, 0), length);
  if (sought.length === 0) return first;
  const end = length - sought.length;
  if (sought.length < unit || (last ? from < 0 : first > end)) return -1;
  return search(bytes, sought, first - (first % unit), end, last ? -unit : unit);
}

/**
 * Compares the sought bytes at every `step` from `first` on; `end` is the last position at which they fit. The
 * worst case takes the product of both lengths; it runs in the guest, where it counts as CPU time of the call.
 */
function search(
  bytes: Uint8Array,
  sought: Uint8Array,
  first: number,
  end: number,
  step: number,
): number {
  const head = sought[0] ?? 0;
  for (let at = step < 0 ? Math.min(first, end) : first; at >= 0 && at <= end; at += step) {
    // The engine's own search skips to the next candidate.
    if (step === 1) at = BYTES.indexOf.call(bytes, head, at);
    if (step === -1) at = BYTES.lastIndexOf.call(bytes, head, at);
    if (at < 0 || at > end) return -1;
    if (sought.every((byte, position) => bytes[at + position] === byte)) return at;
  }
  return -1;
}
