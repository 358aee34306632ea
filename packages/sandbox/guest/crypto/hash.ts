import { compute, computeBytes } from "../compute.ts";

/** Bytes that the host hashes at once: more go piece by piece, so that the call can be stopped. */
const PIECE = 1_048_576;

/** The digest of bytes. */
export function digest(hash: string, data: Uint8Array): Uint8Array<ArrayBuffer> {
  if (data.length <= PIECE) return computeBytes("digest", [hash], data);
  compute("hash-begin", [hash]);
  return hashPieces(data);
}

/** The keyed hash of bytes. */
export function hmacOf(
  hash: string,
  secret: Uint8Array,
  data: Uint8Array,
): Uint8Array<ArrayBuffer> {
  // By definition a key that is longer than a block counts as its digest.
  const key = secret.length > PIECE ? digest(hash, secret) : secret;
  if (data.length <= PIECE) return computeBytes("hmac", [hash], key, data);
  compute("hash-begin", [hash], key);
  return hashPieces(data);
}

function hashPieces(data: Uint8Array): Uint8Array<ArrayBuffer> {
  for (let from = 0; from < data.length; from += PIECE) {
    compute("hash-update", [], data.subarray(from, from + PIECE));
  }
  return computeBytes("hash-end", []);
}
