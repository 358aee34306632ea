import { createCipheriv } from "node:crypto";

/** Bytes of a cipher block. */
const BLOCK = 16;

/**
 * Generates reproducible randomness: AES-256 in counter mode, keyed by the call's random key. It is
 * unpredictable without the key, and a replay reproduces it from the key in the journal.
 */
export function keystream(key: string, offset: number, length: number): Uint8Array<ArrayBuffer> {
  const counter = Buffer.alloc(BLOCK);
  counter.writeUInt32BE(Math.floor(offset / BLOCK), BLOCK - 4);
  const skipped = offset % BLOCK;
  const cipher = createCipheriv("aes-256-ctr", Buffer.from(key, "hex"), counter);
  return new Uint8Array(cipher.update(new Uint8Array(skipped + length))).slice(skipped);
}
