import { expect, test } from "vitest";
import { compileWasm } from "../src/main/threads/wasm.ts";
import type { Task } from "../src/main/threads/task.ts";
import { callMessage, DONE, PREDICTION, startFixture } from "./worker-fixture.ts";

const busyWorker = new URL("fixtures/busy-worker.js", import.meta.url);
const realWorker = new URL("../src/worker/worker.ts", import.meta.url);
const noBlame: Pick<Task, "onLost"> = { onLost: () => {} };

test("a task that has answered cannot take its worker down while it leaves", async () => {
  const { thread, ended } = await startFixture(busyWorker);
  const answers: Promise<unknown>[] = [];
  for (let round = 0; round < 2; round++) {
    const answered = Promise.withResolvers<unknown>();
    const task = thread.open({
      cpuMs: 10,
      onSlice(outcome) {
        thread.close(task);
        answered.resolve(outcome);
      },
      onStrike: () => answered.reject(new Error("a strike")),
      onLost: () => answered.reject(new Error("lost")),
    });
    thread.postSlice(callMessage(task, { outcome: DONE, computes: "answered" }), PREDICTION);
    answers.push(answered.promise);
  }
  expect(await Promise.all(answers)).toEqual([DONE, DONE]);
  await thread.terminate({ code: "SANDBOX_CLOSED", message: "" });
  expect(await ended).toMatchObject({ reason: "closed" });
});

test.each(["for ever", "natively"])(
  "a task that was ended from outside is to blame when its slice then computes %s",
  async (computes) => {
    const { thread, ended } = await startFixture(busyWorker);
    const struck = Promise.withResolvers<void>();
    const task = thread.open({ ...noBlame, cpuMs: 10, onStrike: struck.resolve });
    thread.postSlice(callMessage(task, { outcome: DONE, computes }), PREDICTION);
    thread.close(task);
    expect(await ended).toMatchObject({ reason: "hung" });
    await struck.promise;
  },
);

const crashingWorker = new URL("fixtures/crashing-worker.js", import.meta.url);

test.each(["exit", "throw", "reject"])(
  "a task is to blame for its worker's end by %s, and the others are not",
  async (deed) => {
    const { thread, ended } = await startFixture(crashingWorker);
    const struck: string[] = [];
    const lost: unknown[] = [];
    const open = (name: string): number =>
      thread.open({
        cpuMs: 1000,
        onStrike: () => struck.push(name),
        onLost: (failure, wasRunning) => lost.push([name, failure.code, wasRunning]),
      });
    open("waits");
    const task = open("crashes");
    thread.postSlice(callMessage(task, deed), PREDICTION);
    expect(await ended).toMatchObject({ reason: "crashed" });
    expect(struck).toEqual(["crashes"]);
    expect(lost).toEqual([
      ["waits", "SANDBOX_WORKER_LOST", false],
      ["crashes", "SANDBOX_WORKER_LOST", true],
    ]);
  },
);

test.each([
  ["is open", false],
  ["was ended from outside", true],
])("a task that %s is to blame for an error that its worker survives", async (_state, isEnded) => {
  const { thread } = await startFixture(crashingWorker);
  const struck = Promise.withResolvers<void>();
  const task = thread.open({ ...noBlame, cpuMs: 1000, onStrike: struck.resolve });
  thread.postSlice(callMessage(task, "report"), PREDICTION);
  if (isEnded) thread.close(task);
  await struck.promise;
  expect(thread.isReady).toBe(true);
  await thread.terminate({ code: "SANDBOX_CLOSED", message: "" });
});

test("a task is to blame for what its worker throws while it runs it", async () => {
  const { thread } = await startFixture(realWorker, (await compileWasm()).module);
  const struck = Promise.withResolvers<void>();
  const outcome = Promise.withResolvers<unknown>();
  const task = thread.open({
    ...noBlame,
    cpuMs: 1000,
    onStrike: struck.resolve,
    onSlice: outcome.resolve,
  });
  // There is no image of this plugin.
  thread.postSlice(callMessage(task, {}), PREDICTION);
  await struck.promise;
  expect(await outcome.promise).toMatchObject({
    state: "failed",
    failure: { code: "SANDBOX_WORKER_LOST" },
  });
  await thread.terminate({ code: "SANDBOX_CLOSED", message: "" });
});
