import { randomFillSync } from "node:crypto";
import type { CallSeed, Clock } from "@botwright/core";

/**
 * Bytes of randomness fetched at once: asking the system for each call would cost more than the rest of the
 * call's start.
 */
const POOL_BYTES = 4096;
const KEY_BYTES = 32;
const SEED_BYTES = 4;

/** Draws the time and the randomness of each call. */
export function createCallSeeds(clock: Clock): () => CallSeed {
  const pool = Buffer.alloc(POOL_BYTES);
  let used = POOL_BYTES;
  return () => {
    if (used + KEY_BYTES + SEED_BYTES > POOL_BYTES) {
      randomFillSync(pool);
      used = 0;
    }
    const key = pool.toString("hex", used, used + KEY_BYTES);
    const seed = pool.readUInt32LE(used + KEY_BYTES);
    // Erased, so that later memory disclosures cannot reveal what a call has drawn.
    pool.fill(0, used, used + KEY_BYTES);
    used += KEY_BYTES + SEED_BYTES;
    return { now: clock.now(), seed, key };
  };
}
