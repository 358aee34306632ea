import { createCipheriv, createHash } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import { type AesOptions, BLOCK, cipherName, openDecipher, withoutPadding } from "./aes.ts";

/** Bytes that are processed without a pause: some 4 ms of MD5, and less of AES. */
const PIECE_BYTES = 1_048_576;

/**
 * Yields bytes in pieces, each in a turn of the event loop of its own: other bots' messages are processed
 * between them.
 */
async function* inPieces(bytes: Uint8Array): AsyncGenerator<Uint8Array, void, undefined> {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
    if (at > 0) await nextTurn();
    yield bytes.subarray(at, at + PIECE_BYTES);
  }
}

/** The hexadecimal digest of bytes that may be many. */
export async function digestInPieces(
  algorithm: "md5" | "sha256",
  bytes: Uint8Array,
): Promise<string> {
  const hash = createHash(algorithm);
  for await (const piece of inPieces(bytes)) hash.update(piece);
  return hash.digest("hex");
}

/** Encrypts bytes that may be many, and pads them by PKCS#7 to whole blocks; the same as `encryptAes`. */
export async function encryptAesInPieces(
  plain: Uint8Array,
  options: Omit<AesOptions, "padTo">,
): Promise<Uint8Array<ArrayBuffer>> {
  const length = plain.length + BLOCK - (plain.length % BLOCK);
  const encrypted = new Uint8Array(length);
  const cipher = createCipheriv(cipherName(options), options.key, options.iv ?? null);
  let at = 0;
  const write = (part: Uint8Array): void => {
    encrypted.set(part, at);
    at += part.length;
  };
  for await (const piece of inPieces(plain)) write(cipher.update(piece));
  write(cipher.final());
  return encrypted;
}

/**
 * Decrypts bytes that may be many, and takes the padding off; the same as `decryptAes`.
 *
 * @throws {RangeError} when the length or the padding is wrong, as with a wrong key
 */
export async function decryptAesInPieces(
  encrypted: Uint8Array,
  options: AesOptions,
): Promise<Buffer> {
  const decipher = openDecipher(encrypted, options);
  const plain = Buffer.alloc(encrypted.length);
  let at = 0;
  for await (const piece of inPieces(encrypted)) {
    plain.set(decipher.update(piece), at);
    at += piece.length;
  }
  return withoutPadding(plain, options);
}
