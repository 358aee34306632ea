import { expect, test, vi } from "vitest";
import { shareAddress, type Simulator, startSimulator } from "@botwright/simulators";
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
  const port = Number(new URL(sim.baseUrl).port);
  // Another process may have taken it, for a moment.
  await using again = await vi.waitFor(() => startSimulator("telegram", { port }));
  expect(again.baseUrl).toBe(sim.baseUrl);
});

test("a taken port is an error", async () => {
  await using sim = await startSimulator("telegram");
  const port = Number(new URL(sim.baseUrl).port);
  await expect(startSimulator("telegram", { port })).rejects.toMatchObject({ code: "EADDRINUSE" });
});

test.each([
  { platform: "wechat", id: "ann@im.wechat", other: "bob@im.wechat" },
  { platform: "feishu", id: "ou_ann", other: "ou_bob" },
  { platform: "wecom", id: "ann", other: "bob" },
  { platform: "dingtalk", id: "ann", other: "bob" },
  { platform: "telegram", id: "1001", other: "1002" },
] as const)("people() names who was introduced or has written on $platform", async (row) => {
  const { platform, id, other } = row;
  await using sim: Simulator = await startSimulator(platform);
  expect(sim.people()).toEqual([]);
  sim.introduce({ id, name: "ann" });
  await sim.say({ from: id, text: "hello" });
  await sim.say({ from: other, text: "hello" });
  expect(sim.people()).toEqual([
    { id, name: "ann" },
    { id: other, name: expect.stringContaining(other) },
  ]);
  sim.introduce({ id, name: "Ann Lee" });
  expect(sim.people()[0]).toEqual({ id, name: "Ann Lee" });
  sim.introduce({ id });
  expect(sim.people()[0]).toEqual({ id, name: "Ann Lee" });
});

test("sent() is a picture of the moment", async () => {
  await using sim = await startSimulator("telegram");
  sim.introduce({ id: "1" });
  const before = sim.sent();
  await rawBot(sim).call("sendMessage", { chat_id: 1, text: "a" });
  expect(before).toEqual([]);
  expect(sim.sent()).toHaveLength(1);
});

test("simulators can share an address, each below a path of its own", async () => {
  await using address = await shareAddress();
  await using first = await startSimulator("telegram", { address, token: "1:first" });
  await using second = await startSimulator("telegram", { address, token: "2:second" });
  const [one, two] = [first, second].map((sim) => {
    expect(sim.baseUrl.startsWith(`${address.url}/`)).toBe(true);
    sim.introduce({ id: "1" });
    return rawBot(sim);
  });
  await one?.call("sendMessage", { chat_id: 1, text: "from the first" });
  await two?.call("sendMessage", { chat_id: 1, text: "from the second" });
  expect(first.sent().map(({ text }) => text)).toEqual(["from the first"]);
  expect(second.sent().map(({ text }) => text)).toEqual(["from the second"]);
  await first.close();
  expect((await fetch(first.baseUrl)).status).toBe(404);
  expect(await two?.call("getMe")).toMatchObject({ ok: true });
});

test("what a platform gives out of itself names the shared address", async () => {
  await using address = await shareAddress();
  await using sim = await startSimulator("dingtalk", { address });
  await sim.say({ from: "staff1", text: "hello" });
  const [session] = sim.secrets().slice(1);
  const url = `${sim.baseUrl}/robot/sendBySession?session=${session}`;
  const answer = { msgtype: "text", text: { content: "you said hello" } };
  const headers = { "content-type": "application/json" };
  await fetch(url, { method: "POST", headers, body: JSON.stringify(answer) });
  expect(sim.sent()).toMatchObject([{ to: "staff1", text: "you said hello" }]);
});
