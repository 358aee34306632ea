import { createCipheriv } from "node:crypto";
import { inChunks } from "@botwright/core";
import { type AesOptions, BLOCK, cipherName, openDecipher, withoutPadding } from "./aes.ts";

/** Does the same as `encryptAes`, in chunks, so that a large file does not block the event loop. */
export async function encryptAesInChunks(
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
  for await (const chunk of inChunks(plain)) write(cipher.update(chunk));
  write(cipher.final());
  return encrypted;
}

/**
 * Does the same as `decryptAes`, in chunks, so that a large file does not block the event loop.
 *
 * @throws {RangeError} when the length or the padding is wrong, as with a wrong key
 */
export async function decryptAesInChunks(
  encrypted: Uint8Array,
  options: AesOptions,
): Promise<Buffer> {
  const decipher = openDecipher(encrypted, options);
  const plain = Buffer.alloc(encrypted.length);
  let at = 0;
  for await (const chunk of inChunks(encrypted)) {
    plain.set(decipher.update(chunk), at);
    at += chunk.length;
  }
  return withoutPadding(plain, options);
}
