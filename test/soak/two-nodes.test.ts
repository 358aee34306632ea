import { expect, test } from "vitest";
import { killOwner, pauseOwner } from "../faults/two-nodes.ts";

/** `FAULTS_SEED` repeats a failure. */
const seed = Number(process.env["FAULTS_SEED"] ?? Math.floor(Math.random() * 2 ** 32));

const ROUNDS = 5;

/** Milliseconds within which the other node has the bots: a lease is five seconds, looks are one apart. */
const TAKEN_OVER_MS = 10_000;

test.each([
  ["killed", killOwner],
  ["paused", pauseOwner],
])(`one of two nodes is %s, again and again (FAULTS_SEED=${seed})`, async (what, run) => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const { ms, problems } = await run(seed + round);
    console.log(`a node is ${what}: the other one had its bots after ${Math.round(ms)} ms`);
    expect(problems).toEqual([]);
    expect(ms).toBeLessThan(TAKEN_OVER_MS);
  }
});
