import { createCipheriv, createDecipheriv, type Decipheriv } from "node:crypto";

/** The size of an AES block in bytes. */
export const BLOCK = 16;

/** AES in the mode that a platform uses; the key's length (16, 24 or 32 bytes) chooses the variant. */
export interface AesOptions {
  readonly key: Uint8Array;
  /** The initialization vector for CBC; without it the mode is ECB. */
  readonly iv?: Uint8Array;
  /** PKCS#7 pads to a multiple of this number of bytes; some platforms use 32. @default 16 */
  readonly padTo?: number;
}

/** Encrypts bytes and pads them by PKCS#7. */
export function encryptAes(plain: Uint8Array, options: AesOptions): Buffer {
  const { padTo = BLOCK } = options;
  const length = padTo - (plain.length % padTo);
  const cipher = createCipheriv(cipherName(options), options.key, options.iv ?? null);
  cipher.setAutoPadding(false);
  const padding = Buffer.alloc(length, length);
  return Buffer.concat([cipher.update(plain), cipher.update(padding), cipher.final()]);
}

/**
 * Decrypts bytes and removes the padding.
 *
 * @throws {RangeError} when the length or the padding is wrong, as with a wrong key
 */
export function decryptAes(encrypted: Uint8Array, options: AesOptions): Buffer {
  const plain = openDecipher(encrypted, options).update(encrypted);
  return withoutPadding(plain, options);
}

/**
 * Makes a decipher without automatic padding: `update` then returns all whole blocks, and `final` returns nothing.
 *
 * @throws {RangeError} when the length is wrong
 */
export function openDecipher(encrypted: Uint8Array, options: AesOptions): Decipheriv {
  if (encrypted.length === 0 || encrypted.length % BLOCK !== 0) throw wrong();
  const decipher = createDecipheriv(cipherName(options), options.key, options.iv ?? null);
  return decipher.setAutoPadding(false);
}

/**
 * Removes the PKCS#7 padding.
 *
 * @throws {RangeError} when it is wrong
 */
export function withoutPadding(
  plain: Buffer,
  { padTo = BLOCK }: Pick<AesOptions, "padTo">,
): Buffer {
  const length = plain.at(-1) ?? 0;
  const end = plain.length - length;
  const isPadding = length >= 1 && length <= padTo && end >= 0;
  if (!isPadding || !plain.subarray(end).every((byte) => byte === length)) throw wrong();
  return plain.subarray(0, end);
}

/** OpenSSL's name of the cipher. */
export function cipherName({ key, iv }: AesOptions): string {
  return `aes-${key.length * 8}-${iv === undefined ? "ecb" : "cbc"}`;
}

function wrong(): RangeError {
  return new RangeError("the bytes cannot be decrypted: another key, or they are cut off");
}
