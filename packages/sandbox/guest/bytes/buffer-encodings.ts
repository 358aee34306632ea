import { coded, invalidType } from "../classes.ts";
import { decodeChunks, encodeChunks } from "./chunks.ts";
import { textOf } from "../errors.ts";

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

/** Bytes of an encoding's smallest unit. */
export function unitOf(encoding: string): number {
  return encoding === "utf16le" ? 2 : 1;
}

/** The name of an encoding, as the host knows it. */
export function encodingOf(value: unknown): string {
  const name = value === undefined ? "utf8" : textOf(value);
  const encoding = ENCODINGS.get(name.toLowerCase());
  if (encoding === undefined) {
    throw coded(new TypeError(`Unknown encoding: ${name}`), "ERR_UNKNOWN_ENCODING");
  }
  return encoding;
}

/** Returns "utf8" for an empty text and for a value that is not a text, where Node does the same. */
export function orUtf8(value: unknown): unknown {
  return typeof value === "string" && value !== "" ? value : "utf8";
}

/** An encoding as `fill` takes it. */
export function fillEncodingOf(value: unknown): unknown {
  if (value === undefined || value === null || value === "") return "utf8";
  if (typeof value === "string") return value;
  throw invalidType("encoding", "of type string");
}

/** Text to bytes. */
export function encodeText(text: string, encoding: unknown): Uint8Array<ArrayBuffer> {
  return encodeChunks(text, encodingOf(encoding));
}

/** Bytes to text. */
export function decodeBytes(bytes: Uint8Array, encoding: unknown): string {
  return decodeChunks(bytes, encodingOf(encoding));
}

/** Whether there is an encoding of that name. */
export function isEncodingName(value: unknown): boolean {
  return typeof value === "string" && ENCODINGS.has(value.toLowerCase());
}
