import { MessageChannel } from "node:worker_threads";
import { afterAll, expect, test } from "vitest";
import { guestLimits, type HostAnswer } from "../src/protocol/call-messages.ts";
import { DEFAULT_LIMITS } from "../src/main/limits.ts";
import type { ToWorker } from "../src/protocol/protocol.ts";
import { createWorkerQueue, type QueuedMessage } from "../src/worker/worker-queue.ts";

const { port1, port2 } = new MessageChannel();
afterAll(() => port1.close());
const queueOf = (messages: readonly ToWorker[]): ReturnType<typeof createWorkerQueue> => {
  const queue = createWorkerQueue(port2, () => {});
  for (const message of messages) queue.push(message);
  return queue;
};

const input = {
  snapshot: "{}",
  start: { now: 0, seed: 1, key: "00" },
  media: undefined,
  limits: guestLimits(DEFAULT_LIMITS),
};
const diff = { end: 0, blocks: new Uint32Array(), bytes: new Uint8Array() };
const call = (task: number, plugin: number, first = false): ToWorker => ({
  type: "call",
  task,
  plugin,
  input,
  ...(first ? { diff } : {}),
});
const answer = (task: number, id: number): ToWorker => {
  const answers: HostAnswer[] = [{ id, at: 0, ok: true, json: "" }];
  return { type: "answer", task, answers };
};
const end = (task: number): ToWorker => ({ type: "end", task });

/** All that a queue gives, when the task of each call stays in the machine. */
function drain(queue: ReturnType<typeof createWorkerQueue>, resident?: number): QueuedMessage[] {
  const taken: QueuedMessage[] = [];
  for (let next = queue.next(resident); next !== undefined; next = queue.next(resident)) {
    taken.push(next);
  }
  return taken;
}

test("messages come in their order, answers to the resident task first", () => {
  const messages = [call(1, 1), answer(2, 1), call(3, 1), answer(2, 2)];
  expect(drain(queueOf(messages))).toEqual(messages);
  expect(drain(queueOf(messages), 2)).toEqual([messages[1], messages[3], messages[0], messages[2]]);
});

test("what waits for a task that has ended is dropped, but not its plugin's image", () => {
  const messages = [call(1, 7, true), answer(1, 1), call(2, 7), end(1)];
  expect(drain(queueOf(messages))).toEqual([
    { type: "image", plugin: 7, diff },
    call(2, 7),
    end(1),
  ]);
  const forgotten = [call(1, 7, true), { type: "forget", plugin: 7 } as const, end(1)];
  expect(drain(queueOf(forgotten)).map(({ type }) => type)).toEqual(["image", "forget", "end"]);
});

test("tens of thousands of messages take as long each as a few", () => {
  const count = 60_000;
  const messages = Array.from({ length: count }, (_, task) => call(task + 1, 1));
  const queue = queueOf(messages);
  const started = performance.now();
  // Each end once looked at all that waits: 60,000 of them took minutes.
  for (let task = 1; task <= count; task += 2) queue.push(end(task));
  const taken = drain(queue, 5);
  expect(taken).toHaveLength(count);
  expect(performance.now() - started).toBeLessThan(10_000);
});
