import { defineNumberMethods, outOfRange } from "./buffer-numbers.ts";
import { coded, invalidType } from "./classes.ts";
import { compute, computeBytes, computeText, copyOf, viewOf } from "./compute.ts";
import { isObject, textOf } from "./errors.ts";

const BYTES = Uint8Array.prototype;

/** The part of Node's `Buffer` that plugins use: bytes with texts and numbers. */
export class GuestBuffer extends Uint8Array<ArrayBuffer> {
  static override from(value: unknown, encodingOrOffset?: unknown, length?: unknown): GuestBuffer {
    if (typeof value === "string") return wrap(encode(value, encodingOrOffset));
    if (value instanceof ArrayBuffer) return fromArrayBuffer(value, encodingOrOffset, length);
    if (isObject(value)) {
      const inner: unknown = value.valueOf();
      if (inner !== value && inner !== undefined && inner !== null) {
        return GuestBuffer.from(inner, encodingOrOffset, length);
      }
      const list = value["type"] === "Buffer" ? value["data"] : value;
      if (isObject(list) && list["length"] !== undefined) {
        return isArrayLike(list) ? wrap(Uint8Array.from(list, Number)) : zeros(0);
      }
      const primitive: unknown = Reflect.get(value, Symbol.toPrimitive);
      if (typeof primitive === "function") {
        return GuestBuffer.from(primitive.call(value, "string"), encodingOrOffset);
      }
    }
    throw invalidType("first", "a text, bytes, or a list of numbers");
  }

  static alloc(size: unknown, fill?: unknown, encoding?: unknown): GuestBuffer {
    const buffer = zeros(checkSize(size));
    if (fill === undefined || fill === 0 || fill === "") return buffer;
    return buffer.fill(fill, encoding);
  }

  static allocUnsafe(size: unknown): GuestBuffer {
    return zeros(checkSize(size));
  }

  static isBuffer(value: unknown): value is GuestBuffer {
    return value instanceof GuestBuffer;
  }

  static isEncoding(value: unknown): boolean {
    return typeof value === "string" && ENCODINGS.has(value.toLowerCase());
  }

  static byteLength(value: unknown, encoding?: unknown): number {
    if (typeof value !== "string") return bytesOf(value, "string").length;
    const name = GuestBuffer.isEncoding(encoding) ? encoding : "utf8";
    return Number(compute("byte-length", [value, name]));
  }

  static compare(one: unknown, other: unknown): number {
    return compareBytes(bytesOf(one, "buf1"), bytesOf(other, "buf2"));
  }

  static concat(list: unknown, totalLength?: unknown): GuestBuffer {
    if (!Array.isArray(list)) throw invalidType("list", "an array");
    const parts = list.map((item: unknown) => bytesOf(item, "list"));
    const sum = parts.reduce((total, { length }) => total + length, 0);
    const result = zeros(totalLength === undefined ? sum : checkSize(totalLength));
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
    return from < to ? decode(BYTES.subarray.call(this, from, to), encoding) : "";
  }

  override toLocaleString(encoding?: unknown): string {
    return this.toString(encoding);
  }

  toJSON(): { type: "Buffer"; data: number[] } {
    return { type: "Buffer", data: Array.from(this) };
  }

  equals(other: unknown): boolean {
    return compareBytes(this, bytesOf(other, "otherBuffer")) === 0;
  }

  compare(
    target: unknown,
    targetStart: unknown = 0,
    targetEnd?: unknown,
    start: unknown = 0,
    end?: unknown,
  ): number {
    const other = bytesOf(target, "target");
    return compareBytes(
      range(this, start, end, "source"),
      range(other, targetStart, targetEnd, "target"),
    );
  }

  /** Unlike an array's: the same bytes, not a copy. */
  override slice(start?: number, end?: number): GuestBuffer {
    return wrap(super.subarray(start, end));
  }

  copy(target: unknown, targetStart?: unknown, start?: unknown, end?: unknown): number {
    const into = bytesOf(target, "target");
    const at = offsetOf(targetStart, 0, "targetStart");
    const from = offsetOf(start, 0, "sourceStart");
    if (from > this.length) throw outOfRange("sourceStart", `at most ${this.length}`, from);
    const to = Math.min(offsetOf(end, this.length, "sourceEnd"), this.length);
    if (at >= into.length || from >= to) return 0;
    const part = BYTES.subarray.call(this, from, Math.min(to, from + into.length - at));
    into.set(part, at);
    return part.length;
  }

  write(text: unknown, offset?: unknown, length?: unknown, encoding?: unknown): number {
    if (typeof text !== "string") throw invalidType("string", "of type string");
    if (typeof offset === "string") return this.write(text, 0, undefined, offset);
    const at = within(offset, 0, this.length, "offset");
    if (typeof length === "string") return this.write(text, at, undefined, length);
    const room = Math.min(within(length, this.length, this.length, "length"), this.length - at);
    const name = encodingOf(encoding);
    const bytes = name === "utf8" ? computeBytes("encode-into", [text, room]) : encode(text, name);
    const fits = UNITS.has(name) ? room - (room % 2) : room;
    const part = bytes.subarray(0, fits);
    BYTES.set.call(this, part, at);
    return part.length;
  }

  override fill(value: unknown, start?: unknown, end?: unknown, encoding?: unknown): this {
    if (typeof start === "string") return this.fill(value, 0, undefined, start);
    if (typeof end === "string") return this.fill(value, start, undefined, end);
    const from = within(start, 0, this.length, "offset");
    const to = within(end, this.length, this.length, "end");
    const pattern = typeof value === "string" ? encode(value, encoding) : viewOf(value);
    if (pattern === undefined || value === "") {
      BYTES.fill.call(this, Number(value) & 255, from, Math.max(from, to));
      return this;
    }
    if (pattern.length === 0) {
      throw coded(new TypeError('The argument "value" is invalid'), "ERR_INVALID_ARG_VALUE");
    }
    if (from >= to) return this;
    // Doubles what is there already.
    const filled = BYTES.subarray.call(this, from, to);
    filled.set(copyOf(pattern.subarray(0, filled.length)));
    for (let done = pattern.length; done < filled.length; done *= 2) {
      filled.copyWithin(done, 0, done);
    }
    return this;
  }

  override indexOf(value: unknown, offset?: unknown, encoding?: unknown): number {
    return find(this, value, offset, encoding, false);
  }

  override lastIndexOf(value: unknown, offset?: unknown, encoding?: unknown): number {
    return find(this, value, offset, encoding, true);
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
  return new GuestBuffer(buffer, offset, length);
}

/** Encodings by their names; all but UTF-8 and hex have several. */
const ENCODINGS: ReadonlyMap<string, string> = new Map([
  ["utf8", "utf8"],
  ["utf-8", "utf8"],
  ["hex", "hex"],
  ["base64", "base64"],
  ["base64url", "base64url"],
  ["latin1", "latin1"],
  ["binary", "latin1"],
  ["ascii", "ascii"],
  ["utf16le", "utf16le"],
  ["utf-16le", "utf16le"],
  ["ucs2", "utf16le"],
  ["ucs-2", "utf16le"],
]);

/** Encodings whose units have two bytes. */
const UNITS: ReadonlySet<string> = new Set(["utf16le"]);

function encodingOf(value: unknown): string {
  const name = value === undefined || value === null || value === "" ? "utf8" : textOf(value);
  const encoding = ENCODINGS.get(name.toLowerCase());
  if (encoding === undefined) {
    throw coded(new TypeError(`Unknown encoding: ${name}`), "ERR_UNKNOWN_ENCODING");
  }
  return encoding;
}

function encode(text: string, encoding: unknown): Uint8Array<ArrayBuffer> {
  return computeBytes("text-to-bytes", [text, encodingOf(encoding)]);
}

function decode(bytes: Uint8Array, encoding: unknown): string {
  return computeText("bytes-to-text", [encodingOf(encoding)], bytes);
}

function compareBytes(one: Uint8Array, other: Uint8Array): number {
  const length = Math.min(one.length, other.length);
  for (let at = 0; at < length; at++) {
    const difference = (one[at] ?? 0) - (other[at] ?? 0);
    if (difference !== 0) return Math.sign(difference);
  }
  return Math.sign(one.length - other.length);
}

function find(
  bytes: Uint8Array,
  value: unknown,
  offset: unknown,
  encoding: unknown,
  last: boolean,
): number {
  if (typeof offset === "string") return find(bytes, value, undefined, offset, last);
  const given = Number(offset);
  const { length } = bytes;
  // Node begins at the far end when the offset is no number.
  const start = Number.isNaN(given) ? (last ? length : 0) : Math.trunc(given);
  const from = start < 0 ? start + length : start;
  if (typeof value === "number") {
    if (last) return from < 0 ? -1 : BYTES.lastIndexOf.call(bytes, value & 255, from);
    return BYTES.indexOf.call(bytes, value & 255, Math.max(from, 0));
  }
  const sought = typeof value === "string" ? encode(value, encoding) : bytesOf(value, "value");
  const step = typeof value === "string" && UNITS.has(encodingOf(encoding)) ? 2 : 1;
  if (from < 0 && last) return -1;
  const first = Math.min(Math.max(from, 0), length);
  if (sought.length === 0) return first;
  const end = length - sought.length;
  let at = last ? Math.min(first, end) : first;
  while (at >= 0 && at <= end) {
    if (step === 1) {
      const head = sought[0] ?? 0;
      at = last ? BYTES.lastIndexOf.call(bytes, head, at) : BYTES.indexOf.call(bytes, head, at);
      if (at < 0 || at > end) return -1;
    }
    if (sought.every((byte, position) => bytes[at + position] === byte)) return at;
    at += last ? -step : step;
  }
  return -1;
}

function bytesOf(value: unknown, name: string): Uint8Array {
  const bytes = viewOf(value);
  if (bytes === undefined) throw invalidType(name, "a Buffer or Uint8Array");
  return bytes;
}

function range(bytes: Uint8Array, start: unknown, end: unknown, name: string): Uint8Array {
  const from = within(start, 0, Number.MAX_SAFE_INTEGER, `${name}Start`);
  const to = within(end, bytes.length, bytes.length, `${name}End`);
  return bytes.subarray(Math.min(from, to), to);
}

function checkSize(size: unknown): number {
  if (typeof size !== "number") throw invalidType("size", "of type number");
  if (size >= 0 && size <= Number.MAX_SAFE_INTEGER) return size;
  throw outOfRange("size", "not negative", size);
}

/** An offset as Node checks it: a whole number up to a largest one. */
function within(value: unknown, absent: number, largest: number, name: string): number {
  if (value === undefined) return absent;
  if (typeof value !== "number") throw invalidType(name, "of type number");
  if (Number.isInteger(value) && value >= 0 && value <= largest) return value;
  throw outOfRange(name, `an integer from 0 to ${largest}`, value);
}

/** An offset as `copy` takes it: anything that is not negative. */
function offsetOf(value: unknown, absent: number, name: string): number {
  if (value === undefined) return absent;
  const number = integer(value, 0);
  if (number >= 0) return number;
  throw outOfRange(name, "not negative", number);
}

function integer(value: unknown, absent: number): number {
  return value === undefined ? absent : Math.trunc(Number(value)) || 0;
}

function isArrayLike(value: unknown): value is ArrayLike<unknown> {
  return isObject(value) && typeof value["length"] === "number";
}
