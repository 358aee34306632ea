import { expect, test } from "vitest";
import { readBudgets } from "../src/main/fairness/budgets.ts";
import { createPluginAccounts } from "../src/main/fairness/usage-account.ts";
import type { PendingAnswer } from "../src/main/call/worker-task.ts";
import type { Pool } from "../src/main/threads/pool.ts";
import type { WorkerThread } from "../src/main/threads/task.ts";
import { createWorkerTask } from "./create-worker-task.ts";
import { idleWorker } from "./fake-worker.ts";

/** Milliseconds for which the worker has the core that the main thread needs. */
const AWAY_MS = 60;

/** A worker that takes the core from the thread that posts it a slice. */
const greedy: WorkerThread = {
  ...idleWorker,
  postSlice: () => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, AWAY_MS),
};

const pool: Pool = {
  start: async () => {},
  schedule: (slice) => slice.post(greedy, false),
  cancel: () => {},
  endLoad: () => {},
  forget: () => {},
  close: async () => {},
};

test("a plugin is not charged for the time in which the main thread has no core", () => {
  const over: string[] = [];
  const { plugin: account } = createPluginAccounts({
    isContended: () => true,
    onOver: (budget) => over.push(budget),
    budgets: readBudgets({
      plugin: { "main-thread": { capacity: AWAY_MS / 2, perSecond: 1 } },
    }),
  });
  createWorkerTask({ pool, account }).start();
  expect(over).toEqual([]);
  expect(account.stepDelayMs()).toBe(0);
});

test("an answer for which the guest has ended too early is done with all the same", () => {
  const { plugin } = createPluginAccounts({ isContended: () => true, onOver: () => {} });
  const task = createWorkerTask({ pool, account: plugin });
  task.start();
  // The worker has reported the guest's end; the call itself ends in a later step.
  task.stop(false);
  const seen: number[] = [];
  const answer = (id: number): PendingAnswer => ({
    answer: { id, ok: true, json: "", at: 0 },
    seen: () => void seen.push(id),
  });
  task.answer([answer(1), answer(2)]);
  expect(seen).toEqual([1, 2]);
});
