import { decodeBase64 as decodeSmallBase64, encodeBase64 as encodeSmallBase64 } from "./base64.ts";
import { textOf } from "./errors.ts";
import { host } from "./host.ts";
import { decodeUtf8 as decodeSmallUtf8, encodeUtf8 as encodeSmallUtf8 } from "./utf8.ts";

/** From this length on the host does it: about ten times faster, but with the cost of crossing. */
const LARGE = 512;

/** See {@link decodeSmallUtf8}. */
export function decodeUtf8(bytes: Uint8Array, fatal = false): string {
  if (bytes.length < LARGE) return decodeSmallUtf8(bytes, fatal);
  const json = host().transcode(fatal ? "utf8-decode-fatal" : "utf8-decode", own(bytes));
  if (typeof json !== "string") throw new TypeError("The encoded data was not valid utf-8");
  return JSON.parse(json);
}

/** See {@link encodeSmallUtf8}. */
export function encodeUtf8(text: string): Uint8Array<ArrayBuffer> {
  if (text.length < LARGE) return encodeSmallUtf8(text);
  return bytesOf(host().transcode("utf8-encode", JSON.stringify(text)));
}

/** See {@link encodeSmallBase64}. */
export function encodeBase64(bytes: Uint8Array, urlSafe = false): string {
  if (bytes.length < LARGE) return encodeSmallBase64(bytes, urlSafe);
  return textOf(host().transcode(urlSafe ? "base64url-encode" : "base64-encode", own(bytes)));
}

/** See {@link decodeSmallBase64}. */
export function decodeBase64(text: string): Uint8Array<ArrayBuffer> {
  if (text.length < LARGE) return decodeSmallBase64(text);
  return bytesOf(host().transcode("base64-decode", JSON.stringify(text)));
}

function own({ buffer, byteOffset, byteLength }: Uint8Array): ArrayBuffer {
  const copy = new ArrayBuffer(byteLength);
  new Uint8Array(copy).set(new Uint8Array(buffer, byteOffset, byteLength));
  return copy;
}

function bytesOf(answer: string | ArrayBuffer | null): Uint8Array<ArrayBuffer> {
  if (!(answer instanceof ArrayBuffer)) throw new TypeError("the host gave no bytes");
  return new Uint8Array(answer);
}
