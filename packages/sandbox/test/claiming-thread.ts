import { parentPort, workerData } from "node:worker_threads";
import type { ClaimableDiff } from "../src/protocol/memory-image.ts";
import { claimMemory } from "../src/protocol/memory-claim.ts";

/** The other thread of `memory-claim.test.ts`: claims the same memory in the same order. */
const data: {
  readonly diffs: ClaimableDiff[];
  readonly control: SharedArrayBuffer;
  readonly rounds: number;
} = workerData;

const turn = new Int32Array(data.control);
const current = [...data.diffs];
let won = 0;
Atomics.store(turn, 0, 1);
for (let round = 0; round < data.rounds; round++) {
  const index = round % current.length;
  const diff = current[index];
  if (diff !== undefined && claimMemory(diff) !== undefined) won++;
  if (diff !== undefined) current[index] = { ...diff, ticket: diff.ticket + 1 };
  Atomics.store(turn, 2, round + 1);
  while (Atomics.load(turn, 1) < round + 1);
}
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
parentPort?.postMessage(won);
