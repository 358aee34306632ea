import {
  beginHash,
  digest,
  endHash,
  type HashComputation,
  type HashOwner,
  hmac,
  updateHash,
} from "./digest.ts";
import { compareTexts, formatDate, formatNumber } from "./locale.ts";
import {
  bytesToText,
  byteLength,
  decodeText,
  encodeInto,
  encodingName,
  textToBytes,
} from "./text.ts";
import { parseUrl, setUrl } from "./url.ts";

/** A computation, and the largest input that the host accepts at once. */
interface Service {
  readonly compute: HashComputation;
  /** Characters of the arguments' JSON. */
  readonly characters: number;
  /** Bytes beside the arguments. */
  readonly bytes: number;
}

/** A few names and numbers. */
const FEW = 16_384;

/**
 * A quarter of a million characters, each of which may be an escape sequence of six; the guest splits
 * longer texts.
 */
const TEXT = 6 * 262_144 + FEW;
const CHUNK = 262_144;

/** Most bytes of a chunk and of a key: two of 1 MiB are hashed in about 3 ms. */
const HASHED = 2 * 1_048_576;

/** A URL of a quarter of a million characters, some of them escape sequences. */
const URL_TEXT = 2 * 262_144;

/**
 * The computations that the host performs for the guest, where Node's implementation is faster, smaller or
 * more exact than one inside the machine. A limit cannot interrupt them, so each input is bounded to at
 * most about 20 ms of work, and the guest passes longer inputs in chunks.
 */
const SERVICES: ReadonlyMap<string, Service> = new Map<string, Service>([
  ["text-to-bytes", { compute: textToBytes, characters: TEXT, bytes: 0 }],
  ["bytes-to-text", { compute: bytesToText, characters: FEW, bytes: CHUNK }],
  ["byte-length", { compute: byteLength, characters: TEXT, bytes: 0 }],
  ["encode-into", { compute: encodeInto, characters: TEXT, bytes: 0 }],
  ["encoding-name", { compute: encodingName, characters: FEW, bytes: 0 }],
  // Less by encoding.
  ["decode-text", { compute: decodeText, characters: FEW, bytes: CHUNK }],
  ["url-parse", { compute: parseUrl, characters: URL_TEXT, bytes: 0 }],
  ["url-set", { compute: setUrl, characters: URL_TEXT, bytes: 0 }],
  ["digest", { compute: digest, characters: FEW, bytes: HASHED }],
  ["hmac", { compute: hmac, characters: FEW, bytes: HASHED }],
  ["hash-begin", { compute: beginHash, characters: FEW, bytes: HASHED }],
  ["hash-update", { compute: updateHash, characters: FEW, bytes: HASHED }],
  ["hash-end", { compute: endHash, characters: FEW, bytes: 0 }],
  ["format-date", { compute: formatDate, characters: FEW, bytes: 0 }],
  ["format-number", { compute: formatNumber, characters: FEW, bytes: 0 }],
  ["compare-texts", { compute: compareTexts, characters: FEW, bytes: 0 }],
]);

/**
 * Computes for the guest. The arguments arrive as JSON (a C string can hold neither NUL nor lone
 * surrogates), with bytes beside them. The result is JSON or bytes; undefined for every kind of error.
 */
export function compute(
  kind: string,
  json: string,
  bytes: readonly Uint8Array[],
  owner: HashOwner = { hash: undefined },
): string | Uint8Array | undefined {
  const service = SERVICES.get(kind);
  const size = bytes.reduce((sum, part) => sum + part.byteLength, 0);
  if (service === undefined || json.length > service.characters || size > service.bytes) {
    return undefined;
  }
  try {
    const args: unknown = JSON.parse(json);
    if (!Array.isArray(args)) return undefined;
    const value = service.compute(args, bytes, owner);
    return value instanceof Uint8Array ? value : JSON.stringify(value);
  } catch {
    // Node's messages would disclose details of the host; the guest throws its own error.
    return undefined;
  }
}
