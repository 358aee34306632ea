import { createHash, createHmac } from "node:crypto";
import { type Computation, bufferAt, textAt } from "./arguments.ts";

const HASHES: ReadonlySet<string> = new Set(["SHA-1", "SHA-256", "SHA-384", "SHA-512"]);

/** Node's name of a hash of the Web's. */
function hashAt(args: readonly unknown[], position: number): string {
  const name = textAt(args, position);
  if (!HASHES.has(name)) throw new TypeError(`there is no hash ${name}`);
  return name.replace("-", "").toLowerCase();
}

/** The hash of bytes. */
export const digest: Computation = (args, bytes) =>
  createHash(hashAt(args, 0)).update(bufferAt(bytes, 0)).digest();

/** The keyed hash of bytes: the key first. */
export const hmac: Computation = (args, bytes) =>
  createHmac(hashAt(args, 0), bufferAt(bytes, 0)).update(bufferAt(bytes, 1)).digest();
