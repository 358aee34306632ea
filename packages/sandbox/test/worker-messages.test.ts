import { expect, test } from "vitest";
import { NOTHING_USED } from "../src/call-budget.ts";
import { startWorker } from "../src/worker-thread.ts";
import type { WorkerEnd } from "../src/worker-task.ts";

const used = NOTHING_USED;
const report = { requests: [], logs: [], used, startedAt: 1, ranMs: 1, sliceCpuMs: 1 };
const done = { type: "slice", task: 1, outcome: { ...report, state: "done", json: "" } };
const outcome = (more: object): object => ({ ...done, outcome: { ...done.outcome, ...more } });

/** What a worker sends after its first slice, and what becomes of it and of the slice's call. */
async function receive(messages: readonly unknown[]): Promise<{ end: WorkerEnd; blamed: boolean }> {
  const ended = Promise.withResolvers<WorkerEnd>();
  const events = {
    onSlow: () => false,
    onIdle: () => {},
    onFree: () => {},
    onEnd: (_thread: unknown, end: WorkerEnd) => ended.resolve(end),
  };
  const file = new URL("fixtures/broken-worker.js", import.meta.url);
  const wasmModule = await WebAssembly.compile(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]));
  const thread = startWorker({ wasmModule, memoryBytes: 2 ** 24 }, events, file);
  await thread.ready;
  let blamed = false;
  const task = thread.open({
    cpuMs: 1000,
    onLost: (_failure, wasRunning) => (blamed = wasRunning),
  });
  const input = {
    frame: JSON.stringify(messages),
    start: { now: 0, seed: 1, key: "" },
    media: undefined,
    limits: {
      cpuMs: 1000,
      memoryBytes: 2 ** 24,
      hostCalls: 1,
      openHostCalls: 1,
      timers: 1,
      jobs: 1,
      consoleBytes: 1,
      transferBytes: 1,
      transferValues: 1,
      imageBytes: 1,
    },
  };
  thread.postSlice({ type: "call", task, plugin: 1, input }, 1);
  const end = await ended.promise;
  return { end, blamed };
}

test.each([
  ["nothing", null],
  ["a text", "slice"],
  ["a message without a type", {}],
  ["a message of an unknown type", { type: "exit", task: 1 }],
  ["ready once more", { type: "ready", base: {} }],
  ["a slice without an outcome", { type: "slice", task: 1 }],
  ["a slice of no task", { ...done, task: "1" }],
  ["a slice that nobody asked for", { ...done, task: 7 }],
  ["an outcome of an unknown state", outcome({ state: "gone" })],
  ["a result that is no text", outcome({ json: { length: 1 } })],
  ["requests that are no list", outcome({ requests: { length: 1e9 } })],
  ["a request without an operation", outcome({ requests: [{ id: 1, json: "[]", bytes: [] }] })],
  ["lines that are no texts", outcome({ logs: [{}] })],
  ["usage without numbers", outcome({ used: { ...used, cpuMs: "much" } })],
  ["time that runs backwards", outcome({ sliceCpuMs: -1e9 })],
  ["a failure with a code of its own", outcome({ state: "failed", failure: { code: "ROOT" } })],
  ["parked memory that is none", { type: "parked", task: 1, parked: { delta: {}, slices: 1 } }],
  ["an image that is none", { type: "loaded", task: 1, outcome: { ok: true, delta: 1 } }],
])("a worker that sends %s ends, and its task is to blame", async (_what, message) => {
  const { end, blamed } = await receive([message]);
  expect(end).toMatchObject({ reason: "crashed", wasReady: true, error: expect.any(Error) });
  expect(blamed).toBe(true);
});

test("a second answer to one slice ends the worker too", async () => {
  expect((await receive([done, done])).end).toMatchObject({ reason: "crashed" });
});
