import { compute, computeBytes, computeText } from "../compute.ts";

/**
 * Characters or bytes that the host converts at once. Between two pieces the engine asks whether the
 * call may go on: nothing could stop the host in the middle of a large text.
 */
const CHUNK = 262_144;

// oxlint-disable-next-line no-control-regex, require-unicode-regexp -- units, all but those of a byte
const BEYOND_LATIN = /[^\u0000-\u00ff]/g;

/** The UTF-8 bytes of a text; lone surrogates become the replacement character. */
export function encodeUtf8(text: string): Uint8Array<ArrayBuffer> {
  return encodeChunks(text, "utf8");
}

/** The text of UTF-8 bytes; malformed ones become the replacement character. */
export function decodeUtf8(bytes: Uint8Array): string {
  return decodeChunks(bytes, "utf8");
}

/** A text in one of Buffer's encodings to bytes. */
export function encodeChunks(text: string, encoding: string): Uint8Array<ArrayBuffer> {
  if (text.length <= CHUNK) return computeBytes("text-to-bytes", [text, encoding]);
  const clean = encoding.startsWith("base64") ? onlyBase64(text) : text;
  const parts: Uint8Array[] = [];
  for (let from = 0; from < clean.length;) {
    const to = endOfPiece(clean, from);
    const part = computeBytes("text-to-bytes", [clean.slice(from, to), encoding]);
    parts.push(part);
    // Node stops at the first character that is not hexadecimal.
    if (encoding === "hex" && part.length * 2 < to - from) break;
    from = to;
  }
  return concat(parts);
}

/** Bytes to text in one of Buffer's encodings. */
export function decodeChunks(bytes: Uint8Array, encoding: string): string {
  if (bytes.length <= CHUNK) return computeText("bytes-to-text", [encoding], bytes);
  const parts: string[] = [];
  for (let from = 0; from < bytes.length;) {
    const to =
      from + CHUNK < bytes.length ? cut(bytes, from + CHUNK, encoding, from) : bytes.length;
    parts.push(computeText("bytes-to-text", [encoding], bytes.subarray(from, to)));
    from = to;
  }
  return parts.join("");
}

/** What `Buffer.byteLength` says of a text. */
export function byteLengthOf(text: string, encoding: string): number {
  const { length } = text;
  switch (encoding) {
    case "hex":
      return length >>> 1;
    case "base64":
    case "base64url": {
      const padding = text.endsWith("==") ? 2 : text.endsWith("=") ? 1 : 0;
      return Math.floor((Math.max(length - padding, 0) * 3) / 4);
    }
    case "utf16le":
      return length * 2;
    case "utf8": {
      let sum = 0;
      for (let from = 0; from < length;) {
        const to = endOfPiece(text, from);
        sum += Number(compute("byte-length", [text.slice(from, to), "utf8"]));
        from = to;
      }
      return sum;
    }
    default:
      return length;
  }
}

/** UTF-8 of as many whole characters as fit into this number of bytes. */
export function encodeInto(text: string, room: number): Uint8Array<ArrayBuffer> {
  const parts: Uint8Array[] = [];
  let left = room;
  // A character has at least one byte.
  for (let from = 0; from < text.length && left > 0;) {
    const to = endOfPiece(text, from, Math.min(left + 1, CHUNK));
    const part = computeBytes("encode-into", [text.slice(from, to), left]);
    parts.push(part);
    left -= part.length;
    if (decodeUtf8(part).length < to - from) break;
    from = to;
  }
  return concat(parts);
}

/**
 * Decodes Base64 as Node does: up to the first padding, ignoring other characters. With these, four
 * characters would not be three bytes.
 */
function onlyBase64(text: string): string {
  // Of other characters Node sees the lower byte.
  const latin = text.replace(BEYOND_LATIN, (unit) => String.fromCharCode(unit.charCodeAt(0) & 255));
  const padding = latin.indexOf("=");
  const body = padding < 0 ? latin : latin.slice(0, padding);
  return body.replace(/[^A-Za-z0-9+/_-]+/gu, "");
}

/** Where a piece of a text ends: never between two surrogates. */
function endOfPiece(text: string, from: number, most: number = CHUNK): number {
  const to = from + most;
  if (to >= text.length) return text.length;
  const isSplit = isSurrogate(text, to - 1, 0xd800) && isSurrogate(text, to, 0xdc00);
  return isSplit && to - 1 > from ? to - 1 : to;
}

function isSurrogate(text: string, at: number, first: number): boolean {
  return (text.charCodeAt(at) & 0xfc00) === first;
}

/** The last place up to `at` where no character of the encoding is split. */
function cut(bytes: Uint8Array, at: number, encoding: string, from: number): number {
  if (encoding.startsWith("base64")) return at - ((at - from) % 3);
  if (encoding !== "utf8") return at;
  // A character has at most three bytes behind its first one; more of them are no character.
  let place = at;
  while (place > at - 4 && ((bytes[place] ?? 0) & 0xc0) === 0x80) place--;
  return place > at - 4 ? place : at;
}

function concat(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const [only] = parts;
  if (parts.length === 1 && only?.buffer instanceof ArrayBuffer) return new Uint8Array(only.buffer);
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
