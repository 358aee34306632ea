import { isObject, textOf } from "./errors.ts";
import { decodeBase64, decodeUtf8, encodeBase64, encodeUtf8 } from "./transcode.ts";

type Encoding = "utf8" | "hex" | "base64" | "base64url" | "latin1";

/** The part of Node's `Buffer` that plugins use: bytes with texts. */
export class GuestBuffer extends Uint8Array<ArrayBuffer> {
  static override from(value: unknown, encodingOrOffset?: unknown, length?: unknown): GuestBuffer {
    if (typeof value === "string") return wrap(encode(value, encodingOf(encodingOrOffset)));
    if (value instanceof ArrayBuffer) {
      return new GuestBuffer(value, optionalNumber(encodingOrOffset), optionalNumber(length));
    }
    if (isObject(value)) {
      const list = value["type"] === "Buffer" ? value["data"] : value;
      if (isArrayLike(list)) return wrap(Uint8Array.from(list, Number));
    }
    throw new TypeError("Buffer.from takes a text, bytes, or a list of numbers");
  }

  static alloc(size: number, fill: unknown = 0, encoding?: unknown): GuestBuffer {
    const buffer = zeros(size);
    if (typeof fill !== "string") return buffer.fill(Number(fill));
    const pattern = encode(fill, encodingOf(encoding));
    for (let at = 0; pattern.length > 0 && at < size; at++) {
      buffer[at] = pattern[at % pattern.length] ?? 0;
    }
    return buffer;
  }

  static allocUnsafe(size: number): GuestBuffer {
    return zeros(size);
  }

  static isBuffer(value: unknown): value is GuestBuffer {
    return value instanceof GuestBuffer;
  }

  static byteLength(value: string | ArrayBuffer | ArrayBufferView, encoding?: unknown): number {
    if (typeof value !== "string") return value.byteLength;
    return encode(value, encodingOf(encoding)).length;
  }

  static concat(list: readonly Uint8Array[], totalLength?: number): GuestBuffer {
    const length = totalLength ?? list.reduce((sum, item) => sum + item.length, 0);
    const result = zeros(length);
    let at = 0;
    for (const item of list) {
      const part = item.subarray(0, Math.max(0, length - at));
      result.set(part, at);
      at += part.length;
    }
    return result;
  }

  override toString(encoding?: unknown, start = 0, end: number = this.length): string {
    return decode(Uint8Array.prototype.subarray.call(this, start, end), encodingOf(encoding));
  }

  equals(other: Uint8Array): boolean {
    return this.length === other.length && this.every((byte, at) => byte === other[at]);
  }

  toJSON(): { type: "Buffer"; data: number[] } {
    return { type: "Buffer", data: Array.from(this) };
  }
}

function zeros(size: number): GuestBuffer {
  return new GuestBuffer(new ArrayBuffer(size));
}

function wrap(bytes: Uint8Array<ArrayBuffer>): GuestBuffer {
  return new GuestBuffer(bytes.buffer, bytes.byteOffset, bytes.length);
}

function encode(text: string, encoding: Encoding): Uint8Array<ArrayBuffer> {
  if (encoding === "utf8") return encodeUtf8(text);
  if (encoding === "hex") return encodeHex(text);
  if (encoding === "latin1") return Uint8Array.from(text, (unit) => unit.charCodeAt(0));
  return decodeBase64(text);
}

function decode(bytes: Uint8Array, encoding: Encoding): string {
  if (encoding === "utf8") return decodeUtf8(bytes);
  if (encoding === "hex") {
    return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  }
  if (encoding === "latin1") {
    return Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  }
  return encodeBase64(bytes, encoding === "base64url");
}

/** Stops at the first pair that is not hexadecimal, as Node does. */
function encodeHex(text: string): Uint8Array<ArrayBuffer> {
  const pairs = /^(?:[0-9a-f]{2})*/iu.exec(text)?.[0] ?? "";
  const bytes = new Uint8Array(pairs.length / 2);
  for (let at = 0; at < bytes.length; at++) {
    bytes[at] = Number.parseInt(pairs.slice(at * 2, at * 2 + 2), 16);
  }
  return bytes;
}

function encodingOf(value: unknown): Encoding {
  const name = textOf(value ?? "utf8").toLowerCase();
  if (name === "utf8" || name === "utf-8") return "utf8";
  if (name === "latin1" || name === "binary" || name === "ascii") return "latin1";
  if (name === "hex" || name === "base64" || name === "base64url") return name;
  throw new TypeError(`Unknown encoding: ${name}`);
}

function optionalNumber(value: unknown): number | undefined {
  return value === undefined ? undefined : Number(value);
}

function isArrayLike(value: unknown): value is ArrayLike<unknown> {
  return isObject(value) && typeof value["length"] === "number";
}
