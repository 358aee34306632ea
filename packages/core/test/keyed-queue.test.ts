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
