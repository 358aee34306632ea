import { createCipheriv } from "node:crypto";

/** Bytes of a block of the cipher. */
const BLOCK = 16;

/**
 * Real randomness that can be repeated: bytes of AES-256 in counter mode, of a call's own random key.
 * Nobody without the key can foretell them, and whoever has it (a journal) finds them again.
 */
export function keystream(key: string, offset: number, length: number): Uint8Array<ArrayBuffer> {
  const counter = Buffer.alloc(BLOCK);
  counter.writeUInt32BE(Math.floor(offset / BLOCK), BLOCK - 4);
  const skipped = offset % BLOCK;
  const cipher = createCipheriv("aes-256-ctr", Buffer.from(key, "hex"), counter);
  return new Uint8Array(cipher.update(new Uint8Array(skipped + length))).slice(skipped);
}
