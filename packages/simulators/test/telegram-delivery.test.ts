import { expect, onTestFinished, test, vi } from "vitest";
import { startSimulator } from "@botwright/simulators";
import { listenForHooks, readJson } from "./hook-server.ts";
import { at, rawBot } from "./raw-bot.ts";
import { recordHooks } from "./telegram-hooks.ts";

function message(text: string): unknown {
  return expect.objectContaining({ message: expect.objectContaining({ text }) });
}

test("what waits and what comes is delivered with the secret", async () => {
  await using sim = await startSimulator("telegram");
  await using hook = await recordHooks();
  await sim.say({ from: "1001", text: "before" });
  sim.setCallback(hook.url, { secret: "abc" });
  await sim.say({ from: "1001", text: "after" });
  await expect.poll(() => hook.updates).toEqual([message("before"), message("after")]);
  expect(hook.secrets).toEqual(["abc", "abc"]);
  await expect.poll(() => sim.pending()).toBe(0);
});

test("a delivery is a POST of one update as JSON", async () => {
  await using sim = await startSimulator("telegram", { firstUpdateId: 10 });
  const came: unknown[] = [];
  await using hook = await listenForHooks(async (request, response) => {
    const { method, headers } = request;
    came.push([method, headers["content-type"], await readJson(request)]);
    response.end();
  });
  sim.setCallback(hook.url);
  await sim.say({ from: "1001", text: "hello" });
  await expect.poll(() => came).toHaveLength(1);
  const update = { update_id: 10, message: expect.objectContaining({ text: "hello" }) };
  expect(came).toEqual([["POST", "application/json", update]]);
});

test("no more deliveries are under way at once than max_connections says", async () => {
  await using sim = await startSimulator("telegram");
  const open: (() => void)[] = [];
  await using hook = await listenForHooks(async (request, response) => {
    await readJson(request);
    open.push(() => response.end());
  });
  await rawBot(sim).call("setWebhook", { url: hook.url, max_connections: 2 });
  for (const from of ["1001", "1002", "1003"]) await sim.say({ from, text: "hello" });
  await expect.poll(() => open).toHaveLength(2);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(open).toHaveLength(2);
  open[0]?.();
  await expect.poll(() => open).toHaveLength(3);
  for (const answer of open) answer();
  await expect.poll(() => sim.pending()).toBe(0);
});

test("a delivery that fails is tried again, in order within its chat", async () => {
  await using sim = await startSimulator("telegram", { webhookRetryMs: 10 });
  await using hook = await recordHooks(500, 503, 302);
  sim.setCallback(hook.url);
  await sim.say({ from: "1001", text: "a" });
  await sim.say({ from: "1001", text: "b" });
  const a = message("a");
  await expect.poll(() => hook.updates).toEqual([a, a, a, a, message("b")]);
  expect(await rawBot(sim).call("getWebhookInfo")).toMatchObject({
    result: { last_error_message: "Wrong response from the webhook: 302 Found" },
  });
});

test("the pause after a failure doubles, up to one or two minutes", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
  onTestFinished(() => void vi.useRealTimers());
  await using sim = await startSimulator("telegram");
  const times: number[] = [];
  await using hook = await listenForHooks(async (request, response) => {
    await readJson(request);
    times.push(Date.now() / 1000);
    response.writeHead(500).end();
  });
  sim.setCallback(hook.url);
  await sim.say({ from: "1001", text: "a" });
  while (times.length < 10) {
    // Time for the delivery itself, which waits for no timer.
    await new Promise((resolve) => setImmediate(resolve));
    vi.advanceTimersToNextTimer();
  }
  const pauses = times.slice(1).map((time, index) => Math.round(time - (times[index] ?? 0)));
  expect(pauses.slice(0, 6)).toEqual([0, 2, 4, 8, 16, 32]);
  for (const pause of pauses.slice(6)) {
    expect(pause).toBeGreaterThanOrEqual(60);
    expect(pause).toBeLessThanOrEqual(120);
  }
});

test("one chat that fails does not hold up another", async () => {
  await using sim = await startSimulator("telegram", { webhookRetryMs: 10_000 });
  const answers: Record<string, number> = { bad: 500, good: 200 };
  const came: string[] = [];
  await using hook = await listenForHooks(async (request, response) => {
    const text = String(at(await readJson(request), "message", "text"));
    came.push(text);
    response.writeHead(answers[text] ?? 200).end();
  });
  sim.setCallback(hook.url);
  await sim.say({ from: "1001", text: "bad" });
  await sim.say({ from: "1002", text: "good" });
  await expect.poll(() => sim.pending()).toBe(1);
  await expect.poll(() => came.filter((text) => text === "bad")).toHaveLength(2);
});

test("Retry-After of a failed delivery is obeyed", async () => {
  await using sim = await startSimulator("telegram", { webhookRetryMs: 100 });
  await using hook = await recordHooks({ status: 503, headers: { "Retry-After": "3" } });
  sim.setCallback(hook.url);
  const started = performance.now();
  await sim.say({ from: "1001", text: "a" });
  await expect.poll(() => hook.updates).toHaveLength(2);
  expect(performance.now() - started).toBeGreaterThan(290);
});

test("Retry-After is obeyed for an hour at most", async () => {
  await using sim = await startSimulator("telegram", { webhookRetryMs: 0.05 });
  await using hook = await recordHooks({ status: 503, headers: { "Retry-After": "4000000" } });
  sim.setCallback(hook.url);
  await sim.say({ from: "1001", text: "a" });
  await expect.poll(() => hook.updates).toHaveLength(2);
});

test("a webhook that answers 410 for 23 hours is given up", async () => {
  let now = Date.now();
  await using sim = await startSimulator("telegram", { webhookRetryMs: 1, clock: () => now });
  await using hook = await listenForHooks(async (request, response) => {
    await readJson(request);
    now += 12 * 3600 * 1000 - 1;
    response.writeHead(410).end();
  });
  sim.setCallback(hook.url);
  await sim.say({ from: "1001", text: "a" });
  await sim.say({ from: "1002", text: "b" });
  await expect
    .poll(async () => (await rawBot(sim).call("getWebhookInfo")).result)
    .toMatchObject({ url: "" });
});

test.each([500, 200])("the 23 hours begin anew after an answer of %i", async (between) => {
  let now = Date.now();
  await using sim = await startSimulator("telegram", { webhookRetryMs: 1, clock: () => now });
  const answers = [410, between, 410];
  let count = 0;
  await using hook = await listenForHooks(async (request, response) => {
    await readJson(request);
    const status = answers[count++];
    if (status !== undefined) now += 12 * 3600 * 1000;
    response.writeHead(status ?? 200).end();
  });
  sim.setCallback(hook.url);
  await sim.say({ from: "1001", text: "a" });
  await expect.poll(() => count).toBe(2);
  await sim.say({ from: "1001", text: "b" });
  await expect.poll(() => sim.pending()).toBe(0);
  expect(count).toBe(4);
});

test("what could not be delivered for 24 hours is given up", async () => {
  let now = Date.now();
  await using sim = await startSimulator("telegram", { webhookRetryMs: 1, clock: () => now });
  const came: unknown[] = [];
  await using hook = await listenForHooks(async (request, response) => {
    const text = at(await readJson(request), "message", "text");
    if (came.push(text) === 2) now += 24 * 3600 * 1000;
    response.writeHead(text === "old" ? 500 : 200).end();
  });
  sim.setCallback(hook.url);
  await sim.say({ from: "1001", text: "old" });
  await expect.poll(() => came).toHaveLength(2);
  await sim.say({ from: "1001", text: "new" });
  await expect.poll(() => came).toEqual(["old", "old", "new"]);
});

test("an unreachable webhook is reported and kept", async () => {
  await using sim = await startSimulator("telegram", { webhookRetryMs: 10_000 });
  sim.setCallback("http://127.0.0.1:1/hook");
  await sim.say({ from: "1001", text: "a" });
  await expect
    .poll(async () => (await rawBot(sim).call("getWebhookInfo")).result)
    .toMatchObject({ last_error_message: "Connection refused", pending_update_count: 1 });
});

test("an answer may hold one call, but none that asks for something", async () => {
  await using sim = await startSimulator("telegram");
  const bodies = [
    { method: "sendMessage", chat_id: 1001, text: "from the answer" },
    { method: "deleteWebhook" },
    { method: "setWebhook", url: "http://127.0.0.1:9/elsewhere" },
    { method: "sendMessage", chat_id: 1001, text: "still there" },
  ];
  await using hook = await listenForHooks(async (request, response) => {
    await readJson(request);
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify(bodies.shift()));
  });
  sim.setCallback(hook.url);
  for (const text of ["a", "b", "c", "d"]) await sim.say({ from: "1001", text });
  const sent = await sim.waitForSent(2);
  expect(sent.map(({ text }) => text)).toEqual(["from the answer", "still there"]);
});
