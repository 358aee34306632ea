import { expect, test } from "vitest";
import type { Task } from "../src/main/threads/task.ts";
import { callMessage, DONE, startFixture } from "./worker-fixture.ts";

const busyWorker = new URL("fixtures/busy-worker.js", import.meta.url);
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
    thread.postSlice(callMessage(task, { outcome: DONE, computes: "answered" }), 1);
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
    thread.postSlice(callMessage(task, { outcome: DONE, computes }), 1);
    thread.close(task);
    expect(await ended).toMatchObject({ reason: "hung" });
    await struck.promise;
  },
);
