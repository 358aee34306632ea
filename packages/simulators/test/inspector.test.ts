import { expect, test } from "vitest";
import { startSimulator } from "@botwright/simulators";
import { rawBot } from "./raw-bot.ts";

test("waitForSent waits for enough messages", async () => {
  await using sim = await startSimulator("telegram");
  sim.introduce({ id: "1" });
  const { call } = rawBot(sim);
  const two = sim.waitForSent(2);
  await call("sendMessage", { chat_id: 1, text: "a" });
  await call("sendMessage", { chat_id: 1, text: "b" });
  expect(await two).toEqual([
    { messageId: "1", to: "1", type: "text", text: "a" },
    { messageId: "2", to: "1", type: "text", text: "b" },
  ]);
  expect(await sim.waitForSent(1)).toHaveLength(2);
});

test("waitForSent tells what came when it is not enough", async () => {
  await using sim = await startSimulator("telegram");
  sim.introduce({ id: "1" });
  await expect(sim.waitForSent(1, { timeoutMs: 5 })).rejects.toThrow(
    "Waited 5 ms for 1 sent messages, but 0 came.",
  );
  await rawBot(sim).call("sendMessage", { chat_id: 1, text: "lonely" });
  await expect(sim.waitForSent(3, { timeoutMs: 5 })).rejects.toMatchObject({
    code: "SENT_TIMEOUT",
    message: 'Waited 5 ms for 3 sent messages, but 1 came; the last ones:\n  text to 1 "lonely"',
  });
});

test("closing frees the port, cuts idle connections and ends all waiting", async () => {
  const sim = await startSimulator("telegram");
  await rawBot(sim).call("getMe");
  const [waiting] = await Promise.allSettled([sim.waitForSent(1), sim.close()]);
  expect(waiting).toMatchObject({ status: "rejected", reason: { code: "CLOSED" } });
  await expect(fetch(sim.baseUrl)).rejects.toThrow("fetch failed");
  const port = Number(new URL(sim.baseUrl).port);
  await using again = await startSimulator("telegram", { port });
  expect(again.baseUrl).toBe(sim.baseUrl);
});

test("a taken port is an error", async () => {
  await using sim = await startSimulator("telegram");
  const port = Number(new URL(sim.baseUrl).port);
  await expect(startSimulator("telegram", { port })).rejects.toMatchObject({ code: "EADDRINUSE" });
});

test("sent() is a picture of the moment", async () => {
  await using sim = await startSimulator("telegram");
  sim.introduce({ id: "1" });
  const before = sim.sent();
  await rawBot(sim).call("sendMessage", { chat_id: 1, text: "a" });
  expect(before).toEqual([]);
  expect(sim.sent()).toHaveLength(1);
});
