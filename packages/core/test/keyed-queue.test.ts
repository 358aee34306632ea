import { createKeyedQueue } from "@botwright/core";
import { expect, test } from "vitest";

test("runs one chat's tasks one after the other, and chats side by side", async () => {
  const queue = createKeyedQueue();
  const order: string[] = [];
  const gate = Promise.withResolvers<void>();
  const first = queue.run("a", async () => {
    await gate.promise;
    order.push("a1");
    throw new Error("refused");
  });
  const second = queue.run("a", async () => order.push("a2"));
  await queue.run("b", async () => order.push("b1"));
  gate.resolve();
  await expect(first).rejects.toThrow("refused");
  await second;
  expect(order).toEqual(["b1", "a1", "a2"]);
});

test("leaves out what was given up before its turn, and lets what has begun go on", async () => {
  const started: string[] = [];
  const queue = createKeyedQueue((key) => started.push(key));
  const order: string[] = [];
  const gate = Promise.withResolvers<void>();
  const aborter = new AbortController();
  const { signal } = aborter;
  const begun = queue.run("a", () => gate.promise.then(() => order.push("a1")), signal);
  const waiting = queue.run("a", async () => order.push("a2"), signal);
  const after = queue.run("a", async () => order.push("a3"));
  aborter.abort(new Error("given up"));
  const late = queue.run("b", async () => order.push("b1"), signal);
  await expect(late).rejects.toThrow("given up");
  gate.resolve();
  await expect(waiting).rejects.toThrow("given up");
  await Promise.all([begun, after]);
  expect(order).toEqual(["a1", "a3"]);
  expect(started).toEqual(["a", "a"]);
});
