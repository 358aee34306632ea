import { bytesOf, checkSize, offsetOf, outOfRange, within } from "./buffer-checks.ts";
import {
  decodeBytes,
  encodeText,
  encodingOf,
  fillEncodingOf,
  isEncodingName,
  orUtf8,
  unitOf,
} from "./buffer-encodings.ts";
import { defineNumberMethods } from "./buffer-numbers.ts";
import { compareBytes, differenceOf, findIn } from "./buffer-search.ts";
import { coded, invalidType } from "../classes.ts";
import { byteLengthOf, encodeInto } from "./chunks.ts";
import { copyOf, viewOf } from "../compute.ts";
import { isObject } from "../errors.ts";

const BYTES = Uint8Array.prototype;

/**
 * The part of Node's `Buffer` that plugins use: bytes with texts and numbers. It reads arguments as Node does,
 * oddities included, because authors copy code that was written for Node.
 *
 * Methods of typed arrays are called through `BYTES`, because several of the same name take other arguments here.
 *
 * @see https://nodejs.org/api/buffer.html
 */
export class GuestBuffer extends Uint8Array<ArrayBuffer> {
  static override from(value: unknown, encodingOrOffset?: unknown, length?: unknown): GuestBuffer {
    if (typeof value === "string") return wrap(encodeText(value, orUtf8(encodingOrOffset)));
    if (value instanceof ArrayBuffer) return fromArrayBuffer(value, encodingOrOffset, length);
    if (isObject(value) && typeof value !== "function") {
      // Wrapped values, such as `new String("a")`, count as what they wrap.
      const inner: unknown = value.valueOf();
      if (inner !== value && (typeof inner === "string" || isObject(inner))) {
        return GuestBuffer.from(inner, encodingOrOffset, length);
      }
      // The second form is what `toJSON` returns: a Buffer survives a round trip through JSON.
      const list = value["type"] === "Buffer" ? value["data"] : value;
      if (list instanceof Uint8Array) return wrap(copyOf(list));
      if (isArrayLike(list)) return wrap(Uint8Array.from(list, Number));
      if (value["length"] !== undefined || value instanceof DataView) return zeros(0);
      const primitive: unknown = Reflect.get(value, Symbol.toPrimitive);
      if (typeof primitive === "function") {
        return GuestBuffer.from(primitive.call(value, "string"), encodingOrOffset);
      }
    }
    throw invalidType("first", "a text, bytes, or a list of numbers");
  }

  static alloc(size: unknown, fill?: unknown, encoding?: unknown): GuestBuffer {
    const buffer = zeros(checkSize(size));
    if (fill === undefined || buffer.length === 0) return buffer;
    return buffer.fill(fill, 0, buffer.length, encoding);
  }

  /** Filled with zeros all the same: there is no pool whose old bytes could be handed out. */
  static allocUnsafe(size: unknown): GuestBuffer {
    return zeros(checkSize(size));
  }

  static isBuffer(value: unknown): value is GuestBuffer {
    return value instanceof GuestBuffer;
  }

  static isEncoding(value: unknown): boolean {
    return isEncodingName(value);
  }

  static byteLength(value: unknown, encoding?: unknown): number {
    if (typeof value !== "string") return bytesOf(value, "string").length;
    return byteLengthOf(value, encodingOf(GuestBuffer.isEncoding(encoding) ? encoding : "utf8"));
  }

  static compare(one: unknown, other: unknown): number {
    return compareBytes(bytesOf(one, "buf1"), bytesOf(other, "buf2"));
  }

  static concat(list: unknown, totalLength?: unknown): GuestBuffer {
    if (!Array.isArray(list)) throw invalidType("list", "an array");
    if (list.length === 0) return zeros(0);
    const parts = list.map((item: unknown) => bytesOf(item, "list"));
    const sum = parts.reduce((total, { length }) => total + length, 0);
    // A given length may cut the parts, or leave zeros at the end.
    const result = zeros(within(totalLength, sum, Number.MAX_SAFE_INTEGER, "length"));
    let at = 0;
    for (const part of parts) {
      if (at >= result.length) break;
      BYTES.set.call(result, part.subarray(0, result.length - at), at);
      at += part.length;
    }
    return result;
  }

  override toString(encoding?: unknown, start?: unknown, end?: unknown): string {
    const from = Math.min(Math.max(integer(start, 0), 0), this.length);
    const to = end === undefined ? this.length : Math.min(integer(end, 0), this.length);
    return from < to ? decodeBytes(BYTES.subarray.call(this, from, to), encoding) : "";
  }

  override toLocaleString(encoding?: unknown): string {
    return this.toString(encoding);
  }

  toJSON(): { type: "Buffer"; data: number[] } {
    return { type: "Buffer", data: Array.from(this) };
  }

  equals(other: unknown): boolean {
    const bytes = bytesOf(other, "otherBuffer");
    return this.length === bytes.length && differenceOf(this, bytes) === this.length;
  }

  compare(
    target: unknown,
    targetStart: unknown = 0,
    targetEnd?: unknown,
    start: unknown = 0,
    end?: unknown,
  ): number {
    const other = bytesOf(target, "target");
    const there = range(other, targetStart, targetEnd, "target");
    return compareBytes(range(this, start, end, "source"), there);
  }

  /** Unlike `Uint8Array`'s, returns a view on the same bytes, not a copy. */
  override slice(start?: number, end?: number): GuestBuffer {
    return wrap(super.subarray(start, end));
  }

  copy(target: unknown, targetStart?: unknown, start?: unknown, end?: unknown): number {
    const into = bytesOf(target, "target");
    const at = offsetOf(targetStart, 0, "targetStart");
    const from = offsetOf(start, 0, "sourceStart");
    if (from > this.length) throw outOfRange("sourceStart", `at most ${this.length}`, from);
    const to = offsetOf(end, this.length, "sourceEnd");
    if (at >= into.length || from >= to) return 0;
    const part = BYTES.subarray.call(this, from, Math.min(to, from + into.length - at));
    into.set(part, at);
    return part.length;
  }

  /** Writes as many whole characters as fit; the offset and the length may be left out before an encoding. */
  write(text: unknown, offset?: unknown, length?: unknown, encoding?: unknown): number {
    if (typeof text !== "string") throw invalidType("string", "of type string");
    if (offset === undefined) return this.write(text, 0);
    if (typeof offset === "string" && length === undefined) return this.write(text, 0, offset);
    const at = within(offset, 0, this.length, "offset");
    if (typeof length === "string") return this.write(text, at, undefined, length);
    const room = Math.min(within(length, this.length, this.length, "length"), this.length - at);
    const name = encodingOf(encoding || undefined);
    const bytes = name === "utf8" ? encodeInto(text, room) : encodeText(text, name);
    // UTF-16 has two bytes for each unit: half a unit is not written.
    const part = bytes.subarray(0, room - (room % unitOf(name)));
    BYTES.set.call(this, part, at);
    return part.length;
  }

  override fill(value: unknown, start?: unknown, end?: unknown, encoding?: unknown): this {
    // An encoding may stand in the place of the offset or of the end. Without an offset, Node ignores the end.
    const isWhole = start === undefined || (typeof value === "string" && typeof start === "string");
    const isNamed = !isWhole && typeof value === "string" && typeof end === "string";
    const limit = isNamed ? undefined : end;
    const name = isWhole ? start : isNamed ? end : encoding;
    const pattern =
      typeof value === "string" ? encodeText(value, fillEncodingOf(name)) : viewOf(value);
    const from = isWhole ? 0 : within(start, 0, Number.MAX_SAFE_INTEGER, "offset");
    const to = isWhole ? this.length : within(limit, this.length, this.length, "end");
    if (from >= to) return this;
    if (pattern === undefined || value === "") {
      BYTES.fill.call(this, Number(value) & 255, from, to);
      return this;
    }
    if (pattern.length === 0) {
      throw coded(new TypeError('The argument "value" is invalid'), "ERR_INVALID_ARG_VALUE");
    }
    // Writes the pattern once, then copies the filled part behind itself: each step doubles it.
    const filled = BYTES.subarray.call(this, from, to);
    filled.set(copyOf(pattern.subarray(0, filled.length)));
    for (let done = pattern.length; done < filled.length; done *= 2) {
      filled.copyWithin(done, 0, done);
    }
    return this;
  }

  override indexOf(value: unknown, offset?: unknown, encoding?: unknown): number {
    return findIn(this, value, offset, encoding, false);
  }

  override lastIndexOf(value: unknown, offset?: unknown, encoding?: unknown): number {
    return findIn(this, value, offset, encoding, true);
  }

  override includes(value: unknown, offset?: unknown, encoding?: unknown): boolean {
    return this.indexOf(value, offset, encoding) !== -1;
  }

  static {
    defineNumberMethods(this.prototype);
  }
}

function zeros(size: number): GuestBuffer {
  return new GuestBuffer(new ArrayBuffer(size));
}

function wrap(bytes: Uint8Array<ArrayBuffer>): GuestBuffer {
  return new GuestBuffer(bytes.buffer, bytes.byteOffset, bytes.length);
}

/** Shares the buffer's bytes. */
function fromArrayBuffer(buffer: ArrayBuffer, start: unknown, size: unknown): GuestBuffer {
  const offset = start === undefined ? 0 : Number(start) || 0;
  const rest = buffer.byteLength - offset;
  const length = size === undefined ? rest : Math.max(Number(size) || 0, 0);
  if (rest < 0 || length > rest) {
    const what = rest < 0 ? "offset" : "length";
    const message = `"${what}" is outside of buffer bounds`;
    throw coded(new RangeError(message), "ERR_BUFFER_OUT_OF_BOUNDS");
  }
  return new GuestBuffer(buffer, offset, size === undefined ? undefined : length);
}

/** The bytes between two positions, which may be left out; empty when they are in the wrong order. */
function range(bytes: Uint8Array, start: unknown, end: unknown, name: string): Uint8Array {
  const from = within(start, 0, Number.MAX_SAFE_INTEGER, `${name}Start`);
  const to = within(end, bytes.length, bytes.length, `${name}End`);
  return bytes.subarray(Math.min(from, to), to);
}

/** A position as Node's `toString` reads it: cut to an integer, 0 for what is no number. */
function integer(value: unknown, absent: number): number {
  return value === undefined ? absent : Math.trunc(Number(value)) || 0;
}

function isArrayLike(value: unknown): value is ArrayLike<unknown> {
  return isObject(value) && typeof value["length"] === "number";
}
