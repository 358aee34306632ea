import { createHash, createHmac, type Hash, type Hmac } from "node:crypto";
import { type Computation, bufferAt, textAt } from "./arguments.ts";

/** Holds the digest that a call is computing chunk by chunk. */
export interface HashOwner {
  hash: Hash | Hmac | undefined;
}

/** A computation with state, which lives only within one synchronous function of the guest. */
export type HashComputation = (
  args: readonly unknown[],
  bytes: readonly Uint8Array[],
  owner: HashOwner,
) => unknown;

const HASHES: ReadonlySet<string> = new Set(["SHA-1", "SHA-256", "SHA-384", "SHA-512"]);

/** Maps a Web Crypto hash name to Node's. */
function hashAt(args: readonly unknown[], position: number): string {
  const name = textAt(args, position);
  if (!HASHES.has(name)) throw new TypeError(`there is no hash ${name}`);
  return name.replace("-", "").toLowerCase();
}

/** Hashes bytes that are present as a whole. */
export const digest: Computation = (args, bytes) =>
  createHash(hashAt(args, 0)).update(bufferAt(bytes, 0)).digest();

/** Computes the HMAC of bytes; the first byte argument is the key. */
export const hmac: Computation = (args, bytes) =>
  createHmac(hashAt(args, 0), bufferAt(bytes, 0)).update(bufferAt(bytes, 1)).digest();

/** Starts a hash of bytes that arrive in chunks; an HMAC if there is a key. */
export const beginHash: HashComputation = (args, bytes, owner) => {
  const name = hashAt(args, 0);
  owner.hash = bytes.length === 0 ? createHash(name) : createHmac(name, bufferAt(bytes, 0));
  return true;
};

/** Adds a chunk. Without a hash the guest has called out of order. */
export const updateHash: HashComputation = (_args, bytes, { hash }) => {
  if (hash === undefined) throw new TypeError("no hash was begun");
  hash.update(bufferAt(bytes, 0));
  return true;
};

/** Returns the hash of all chunks. */
export const endHash: HashComputation = (_args, _bytes, owner) => {
  const { hash } = owner;
  owner.hash = undefined;
  return hash?.digest();
};
