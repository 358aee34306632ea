import { Worker } from "node:worker_threads";
import fc from "fast-check";
import { expect, test } from "vitest";
import { createBufferPool } from "../src/machine/memory/buffer-pool.ts";
import type { ClaimableDiff } from "../src/protocol/memory-image.ts";
import { claimMemory, offerMemory } from "../src/protocol/memory-claim.ts";

const store = createBufferPool();

/** A suspended call's memory whose bytes say whose it is. */
function suspend(owner: number, bytes = 100): ClaimableDiff {
  const memory = store.take(bytes);
  memory.fill(owner);
  return offerMemory({ end: 0, blocks: new Uint32Array(), bytes: memory });
}

test("a claim is won once, and its winner can hand it on", () => {
  const diff = suspend(1);
  const claimed = claimMemory(diff);
  expect(claimed?.bytes).toBe(diff.bytes);
  expect(claimMemory(diff)).toBeUndefined();
  const second = claimed === undefined ? undefined : claimMemory(claimed);
  expect(second).toBeDefined();
  expect(claimed === undefined ? undefined : claimMemory(claimed)).toBeUndefined();
});

test.each([1, 32_764, 32_765, 32_768, 65_536])("%s bytes leave room for the ticket", (bytes) => {
  const diff = suspend(7, bytes);
  expect(claimMemory(diff)).toBeDefined();
  expect(diff.bytes.every((byte) => byte === 7)).toBe(true);
});

test("an old record of a buffer never wins what is in it by now", () => {
  // What a worker and a main thread do with the memory of many calls, in any order.
  const step = fc.record({
    does: fc.constantFrom("suspend", "resume", "move", "stale"),
    pick: fc.nat(20),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const own = createBufferPool();
      /** Offered diffs, each with its owner; the current ones and all that ever were. */
      const offered = new Map<number, ClaimableDiff>();
      const records: { owner: number; diff: ClaimableDiff }[] = [];
      /** Whatever a claim won that it should not, or the other way round. */
      const problems: string[] = [];
      let last = 0;
      for (const { does, pick } of steps) {
        const owner = [...offered.keys()][pick % Math.max(offered.size, 1)];
        const current = owner === undefined ? undefined : offered.get(owner);
        if (does === "suspend") {
          last++;
          const bytes = own.take(10).fill(last);
          const diff = offerMemory({ end: 0, blocks: new Uint32Array(), bytes });
          offered.set(last, diff);
          records.push({ owner: last, diff });
        } else if (does === "stale") {
          const record = records[pick % Math.max(records.length, 1)];
          if (record === undefined || offered.get(record.owner) === record.diff) continue;
          if (claimMemory(record.diff) !== undefined) problems.push("an old record has won");
        } else if (owner !== undefined && current !== undefined) {
          const claimed = claimMemory(current);
          const isOwn = claimed?.bytes.every((byte) => byte === owner) === true;
          if (claimed === undefined || !isOwn) {
            problems.push("the current record has not won its own memory");
          } else if (does === "move") {
            offered.set(owner, claimed);
            records.push({ owner, diff: claimed });
          } else {
            offered.delete(owner);
            own.giveBack(claimed.bytes);
          }
        }
      }
      for (const [owner, { bytes }] of offered) {
        if (bytes[0] !== owner) problems.push("another call's memory");
      }
      expect(problems).toEqual([]);
    }),
    { numRuns: 500 },
  );
});

test("two threads that claim at the same time never both win", async () => {
  const rounds = 3000;
  const diffs = Array.from({ length: 64 }, (_, owner) => suspend(owner));
  const control = new SharedArrayBuffer(16);
  const worker = new Worker(new URL("claiming-thread.ts", import.meta.url), {
    workerData: { diffs, control, rounds },
    execArgv: ["--conditions=@botwright/source"],
  });
  const theirs = new Promise<number>((resolve, reject) => {
    worker.once("message", resolve).once("error", reject);
  });
  // Both take what they can get; a round ends when the other one's has ended.
  const turn = new Int32Array(control);
  let own = 0;
  while (Atomics.load(turn, 0) === 0) await new Promise((resolve) => setTimeout(resolve, 1));
  const current = [...diffs];
  for (let round = 0; round < rounds; round++) {
    const index = round % current.length;
    const diff = current[index];
    if (diff !== undefined && claimMemory(diff) !== undefined) own++;
    // Whichever side has won, the ticket is the next one.
    if (diff !== undefined) current[index] = { ...diff, ticket: diff.ticket + 1 };
    Atomics.store(turn, 1, round + 1);
    while (Atomics.load(turn, 2) < round + 1);
  }
  const other = await theirs;
  expect(own + other).toBe(rounds);
});
