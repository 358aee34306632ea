import { GUEST_PARTS } from "../generated/guest.ts";
import type { Computation } from "./arguments.ts";
import { digest, hmac } from "./digest.ts";
import { formatDate, formatNumber } from "./locale.ts";
import {
  bytesToText,
  byteLength,
  decodeText,
  encodeInto,
  encodingName,
  textToBytes,
} from "./text.ts";
import { parseParams, parseUrl, serializeParams, setUrl } from "./url.ts";

/** Longest input, in bytes or UTF-16 units: far beyond what a plugin may fetch or send. */
const LONGEST = 67_108_864;

/** The same for what takes Node long: no address is longer. */
const LONGEST_URL = 2_097_152;

/** What the guest can have computed: where Node's own is faster, smaller or more exact. */
const COMPUTATIONS: ReadonlyMap<string, Computation> = new Map<string, Computation>([
  ["text-to-bytes", textToBytes],
  ["bytes-to-text", bytesToText],
  ["byte-length", byteLength],
  ["encode-into", encodeInto],
  ["encoding-name", encodingName],
  ["decode-text", decodeText],
  ["url-parse", parseUrl],
  ["url-set", setUrl],
  ["params-parse", parseParams],
  ["params-serialize", serializeParams],
  ["digest", digest],
  ["hmac", hmac],
  ["format-date", formatDate],
  ["format-number", formatNumber],
  // Only the bootstrap's loader asks for this.
  ["guest-source", ([part]) => GUEST_PARTS[Number(part)]],
]);

/**
 * Computes for the guest: arguments as JSON (a C string holds neither NUL nor lone surrogates) and
 * bytes beside them. The answer is JSON, or bytes; undefined for whatever went wrong.
 */
export function compute(
  kind: string,
  json: string,
  bytes: readonly Uint8Array[],
): string | Uint8Array | undefined {
  const computation = COMPUTATIONS.get(kind);
  const size = bytes.reduce((sum, part) => sum + part.byteLength, json.length);
  const longest = /^(?:url|params)-/u.test(kind) ? LONGEST_URL : LONGEST;
  if (computation === undefined || size > longest) return undefined;
  try {
    const args: unknown = JSON.parse(json);
    if (!Array.isArray(args)) return undefined;
    const value = computation(args, bytes);
    return value instanceof Uint8Array ? value : JSON.stringify(value);
  } catch {
    // Node's messages would tell of the host; the guest has its own.
    return undefined;
  }
}
