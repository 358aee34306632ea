import { expect, test } from "vitest";
import type { WorkerEnd } from "../src/main/threads/task.ts";
import { callMessage, DONE, PREDICTION, startFixture } from "./worker-fixture.ts";

const brokenWorker = new URL("fixtures/broken-worker.js", import.meta.url);
const { used } = DONE;
const done = { type: "slice", task: 1, outcome: DONE };
const outcome = (more: object): object => ({ ...done, outcome: { ...DONE, ...more } });

/** What a worker sends after its first slice, and what becomes of it and of the slice's call. */
async function receive(messages: readonly unknown[]): Promise<{ end: WorkerEnd; blamed: boolean }> {
  const { thread, ended } = await startFixture(brokenWorker);
  let blamed = false;
  const task = thread.open({ cpuMs: 1000, onStrike: () => (blamed = true), onLost: () => {} });
  thread.postSlice(callMessage(task, messages), PREDICTION);
  const end = await ended;
  return { end, blamed };
}

test.each([
  ["nothing", null],
  ["a text", "slice"],
  ["a message without a type", {}],
  ["a message of an unknown type", { type: "exit", task: 1 }],
  ["ready once more", { type: "ready", base: {} }],
  ["a number of bytes that is none", { type: "dropped", bytes: -1 }],
  ["a slice without an outcome", { type: "slice", task: 1 }],
  ["a slice of no task", { ...done, task: "1" }],
  ["a slice that was not asked for", { ...done, task: 7 }],
  ["an outcome of an unknown state", outcome({ state: "gone" })],
  ["a result that is no text", outcome({ json: { length: 1 } })],
  ["requests that are no list", outcome({ requests: { length: 1e9 } })],
  [
    "a request without an operation",
    outcome({ requests: [{ id: 1, json: "[]", bytes: [], texts: [] }] }),
  ],
  ["lines that are no texts", outcome({ logs: [{}] })],
  ["usage without numbers", outcome({ used: { ...used, cpuMs: "much" } })],
  ["time that runs backwards", outcome({ sliceCpuMs: -1e9 })],
  ["a failure with a code of its own", outcome({ state: "failed", failure: { code: "ROOT" } })],
  [
    "suspended memory that is none",
    { type: "suspended", task: 1, suspended: { diff: {}, slices: 1 } },
  ],
  ["an image that is none", { type: "loaded", task: 1, outcome: { ok: true, diff: 1 } }],
])("a worker that sends %s ends, and its task is to blame", async (_what, message) => {
  const { end, blamed } = await receive([message]);
  expect(end).toMatchObject({ reason: "crashed", wasReady: true, error: expect.any(Error) });
  expect(blamed).toBe(true);
});

test("a second answer to one slice ends the worker too", async () => {
  expect((await receive([done, done])).end).toMatchObject({ reason: "crashed" });
});

test("what it takes to check a message is told to its task, so that it can be charged", async () => {
  const { thread } = await startFixture(brokenWorker);
  const told: (number | "slice")[] = [];
  const answered = Promise.withResolvers<void>();
  const task = thread.open({
    cpuMs: 1000,
    onChecked: (ms) => told.push(ms),
    onSlice() {
      told.push("slice");
      answered.resolve();
    },
    onLost: () => {},
  });
  const logs = Array.from({ length: 1000 }, () => "x");
  thread.postSlice(callMessage(task, [{ ...done, task, outcome: { ...DONE, logs } }]), PREDICTION);
  await answered.promise;
  expect(told).toEqual([expect.any(Number), "slice"]);
  expect(told[0]).toBeGreaterThan(0);
  await thread.terminate({ code: "SANDBOX_CLOSED", message: "" });
});
