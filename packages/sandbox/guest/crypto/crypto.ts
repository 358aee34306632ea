import { assertRunning } from "../calls.ts";
import { illegalConstructor } from "../classes.ts";
import { copyOf, viewOf } from "../compute.ts";
import { decodeChunks, encodeChunks } from "../bytes/chunks.ts";
import { digest, hmacOf } from "./hash.ts";
import { GuestDOMException } from "../events/dom-exception.ts";
import { isObject, textOf } from "../errors.ts";
import { assertBytes, host } from "../host.ts";

/** Hashes, and their names in a JSON Web Key. */
const HASHES: ReadonlyMap<string, { jwk: string }> = new Map([
  ["SHA-1", { jwk: "HS1" }],
  ["SHA-256", { jwk: "HS256" }],
  ["SHA-384", { jwk: "HS384" }],
  ["SHA-512", { jwk: "HS512" }],
]);

/** Most random bytes at once. */
const QUOTA = 65_536;

/** Proves that the bootstrap makes a key: plugins cannot construct one. */
const MAKER = {};

/** Reads a key's bytes; set in the class's static block, which can see private fields. */
let secretOf: (key: GuestCryptoKey) => Uint8Array<ArrayBuffer>;

interface KeyParts {
  secret: Uint8Array<ArrayBuffer>;
  hash: string;
  extractable: boolean;
  usages: readonly string[];
}

/**
 * A key whose bytes are in a private field: a plugin gets them only by `exportKey`, if the key is extractable.
 */
export class GuestCryptoKey {
  readonly #parts: KeyParts;

  constructor(maker?: unknown, parts?: KeyParts) {
    if (maker !== MAKER || parts === undefined) throw illegalConstructor();
    this.#parts = parts;
  }

  static {
    secretOf = (key) => key.#parts.secret;
  }

  get type(): string {
    return "secret";
  }

  get extractable(): boolean {
    return this.#parts.extractable;
  }

  get algorithm(): { name: string; length: number; hash: { name: string } } {
    const { hash, secret } = this.#parts;
    return { name: "HMAC", length: secret.length * 8, hash: { name: hash } };
  }

  get usages(): string[] {
    return [...this.#parts.usages];
  }
}

/** The part of `crypto.subtle` with which requests are signed: digests and HMAC. */
class GuestSubtleCrypto {
  async digest(algorithm: unknown, data: unknown): Promise<ArrayBuffer> {
    const hash = hashOf(algorithm);
    return digest(hash, dataOf(data)).buffer;
  }

  async importKey(
    format: unknown,
    data: unknown,
    algorithm: unknown,
    extractable: unknown,
    usages: unknown,
  ): Promise<GuestCryptoKey> {
    const hash = hmacHashOf(algorithm);
    const list = usagesOf(usages);
    const secret = format === "jwk" ? readJwk(data, hash) : readRaw(format, data);
    if (secret.length === 0) throw refuse("DataError", "Zero-length key is not supported");
    if (list.length === 0) {
      throw refuse("SyntaxError", "Usages cannot be empty when importing a secret key.");
    }
    const parts = { secret, hash, extractable: Boolean(extractable), usages: list };
    return new GuestCryptoKey(MAKER, parts);
  }

  async exportKey(format: unknown, key: unknown): Promise<unknown> {
    const given = keyOf(key);
    if (!given.extractable) throw refuse("InvalidAccessError", "key is not extractable");
    const secret = secretOf(given);
    if (format === "raw") return copyOf(secret).buffer;
    if (format !== "jwk") throw refuse("NotSupportedError", `no key format ${textOf(format)}`);
    return {
      key_ops: given.usages,
      ext: true,
      alg: HASHES.get(given.algorithm.hash.name)?.jwk,
      kty: "oct",
      k: decodeChunks(secret, "base64url"),
    };
  }

  async sign(algorithm: unknown, key: unknown, data: unknown): Promise<ArrayBuffer> {
    return hmac(algorithm, keyOf(key), "sign", dataOf(data)).buffer;
  }

  async verify(
    algorithm: unknown,
    key: unknown,
    signature: unknown,
    data: unknown,
  ): Promise<boolean> {
    const given = dataOf(signature);
    const made = hmac(algorithm, keyOf(key), "verify", dataOf(data));
    // Compares all bytes, wherever the first difference is, so that the time does not depend on it.
    const difference = made.reduce((sum, byte, at) => sum | (byte ^ (given[at] ?? 0)), 0);
    return made.length === given.length && difference === 0;
  }
}

/** The Web's `crypto`, as far as plugins need it. */
class GuestCrypto {
  readonly #subtle = new GuestSubtleCrypto();

  get subtle(): GuestSubtleCrypto {
    return this.#subtle;
  }

  getRandomValues(array: unknown): unknown {
    const bytes = viewOf(array);
    const isIntegers =
      ArrayBuffer.isView(array) && !NOT_INTEGERS.some((type) => array instanceof type);
    if (bytes === undefined || !isIntegers) {
      throw refuse("TypeMismatchError", "The data argument must be an integer-type TypedArray");
    }
    if (bytes.length > QUOTA) {
      throw refuse("QuotaExceededError", `at most ${QUOTA} random bytes can be asked for at once`);
    }
    bytes.set(randomBytes(bytes.length));
    return array;
  }

  randomUUID(): string {
    const bytes = randomBytes(16);
    // Version 4 and the variant of RFC 9562.
    bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
    bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
    const hex = decodeChunks(bytes, "hex");
    return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/u, "$1-$2-$3-$4-");
  }
}

const NOT_INTEGERS = [DataView, Float32Array, Float64Array];

/** The classes of `crypto`. */
export const cryptoClasses = {
  Crypto: GuestCrypto,
  SubtleCrypto: GuestSubtleCrypto,
  CryptoKey: GuestCryptoKey,
};

/** Creates `crypto`. */
export function createCrypto(): object {
  return new GuestCrypto();
}

/**
 * Random bytes of the host. Throws while a file is loaded: the bytes would become part of its image, and be the
 * same in every call.
 */
function randomBytes(length: number): Uint8Array<ArrayBuffer> {
  assertRunning("crypto");
  return new Uint8Array(assertBytes(host().random(length)));
}

function hmac(
  algorithm: unknown,
  key: GuestCryptoKey,
  usage: string,
  data: Uint8Array,
): Uint8Array<ArrayBuffer> {
  if (nameOf(algorithm) !== "HMAC") throw refuse("NotSupportedError", "only HMAC can sign");
  if (!key.usages.includes(usage)) {
    throw refuse("InvalidAccessError", `Unable to use this key to ${usage}`);
  }
  return hmacOf(key.algorithm.hash.name, secretOf(key), data);
}

function nameOf(algorithm: unknown): string {
  return textOf(isObject(algorithm) ? algorithm["name"] : algorithm).toUpperCase();
}

function hashOf(algorithm: unknown): string {
  const name = nameOf(algorithm);
  if (!HASHES.has(name)) throw refuse("NotSupportedError", "Unrecognized algorithm name");
  return name;
}

function hmacHashOf(algorithm: unknown): string {
  if (nameOf(algorithm) !== "HMAC") {
    throw refuse("NotSupportedError", "only keys for HMAC can be imported");
  }
  const hash = isObject(algorithm) ? algorithm["hash"] : undefined;
  if (hash === undefined) throw new TypeError("HMAC needs { hash }");
  return hashOf(hash);
}

function usagesOf(usages: unknown): string[] {
  if (!Array.isArray(usages)) throw new TypeError("the usages must be a list");
  const list = ["sign", "verify"].filter((usage) => usages.includes(usage));
  if (usages.every((usage: unknown) => list.includes(textOf(usage)))) return list;
  throw refuse("SyntaxError", "Unsupported key usage for an HMAC key");
}

function readRaw(format: unknown, data: unknown): Uint8Array<ArrayBuffer> {
  if (format !== "raw") throw refuse("NotSupportedError", `no key format ${textOf(format)}`);
  return copyOf(dataOf(data));
}

function readJwk(data: unknown, hash: string): Uint8Array<ArrayBuffer> {
  const jwk = isObject(data) ? data : {};
  const isFitting = jwk["alg"] === undefined || jwk["alg"] === HASHES.get(hash)?.jwk;
  if (jwk["kty"] !== "oct" || typeof jwk["k"] !== "string" || !isFitting) {
    throw refuse("DataError", "Invalid keyData");
  }
  return encodeChunks(jwk["k"], "base64url");
}

function keyOf(key: unknown): GuestCryptoKey {
  if (key instanceof GuestCryptoKey) return key;
  throw new TypeError("the key must be a CryptoKey");
}

function dataOf(data: unknown): Uint8Array {
  const bytes = viewOf(data);
  if (bytes === undefined) throw new TypeError("the data must be a buffer or a view on one");
  return bytes;
}

function refuse(name: string, message: string): GuestDOMException {
  return new GuestDOMException(message, name);
}
