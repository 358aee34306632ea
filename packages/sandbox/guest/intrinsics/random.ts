let state = 1;

/** Seeds the generator, because each call starts from the same image and would get the same numbers. */
export function seedRandom(seed: number): void {
  state = seed >>> 0 || 1;
  // Small seeds begin with small numbers.
  for (let round = 0; round < 8; round++) next();
}

function next(): number {
  state ^= state << 13;
  state ^= state >>> 17;
  state ^= state << 5;
  return state >>> 0;
}

/** 53 random bits as a number from 0 to 1. */
function random(): number {
  const high = next() >>> 5;
  const low = next() >>> 6;
  return (high * 67_108_864 + low) / 9_007_199_254_740_992;
}

/** Replaces `Math.random` by xorshift32 seeded per call. */
export function installRandom(): void {
  Object.defineProperty(Math, "random", { value: random, writable: true, configurable: true });
}
