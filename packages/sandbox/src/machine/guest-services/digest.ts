import { createHash, createHmac, type Hash, type Hmac } from "node:crypto";
import { type Computation, bufferAt, textAt } from "./arguments.ts";

/** Where a call keeps the digest that it has computed piece by piece. */
export interface HashOwner {
  hash: Hash | Hmac | undefined;
}

/** A computation with a state; within one synchronous function of the guest. */
export type HashComputation = (
  args: readonly unknown[],
  bytes: readonly Uint8Array[],
  owner: HashOwner,
) => unknown;

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

/** Begins a hash of bytes that come in pieces; with a key if there is one. */
export const beginHash: HashComputation = (args, bytes, owner) => {
  const name = hashAt(args, 0);
  owner.hash = bytes.length === 0 ? createHash(name) : createHmac(name, bufferAt(bytes, 0));
  return true;
};

/** Adds the next piece. */
export const updateHash: HashComputation = (_args, bytes, { hash }) => {
  if (hash === undefined) throw new TypeError("no hash was begun");
  hash.update(bufferAt(bytes, 0));
  return true;
};

/** The hash of all pieces. */
export const endHash: HashComputation = (_args, _bytes, owner) => {
  const { hash } = owner;
  owner.hash = undefined;
  return hash?.digest();
};
