import { setTimeout as sleep } from "node:timers/promises";

/** Resolves when the condition holds, or else after this number of milliseconds. */
export async function until(condition: () => boolean, longestMs: number): Promise<void> {
  const end = performance.now() + longestMs;
  while (!condition() && performance.now() < end) {
    await sleep(10, undefined, { ref: false });
  }
}
