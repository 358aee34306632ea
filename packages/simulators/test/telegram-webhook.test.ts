import { expect, test } from "vitest";
import { startSimulator } from "@botwright/simulators";
import { listenForHooks, readJson } from "./hook-server.ts";
import { at, rawBot } from "./raw-bot.ts";

/** A hook that records what comes and answers with the given statuses in turn, then 200. */
async function recorder(
  ...answers: (number | { status: number; headers: Record<string, string> })[]
) {
  const updates: unknown[] = [];
  const secrets: unknown[] = [];
  const server = await listenForHooks(async (request, response) => {
    updates.push(await readJson(request));
    secrets.push(request.headers["x-telegram-bot-api-secret-token"]);
    const answer = answers.shift() ?? 200;
    if (typeof answer === "number") response.writeHead(answer);
    else response.writeHead(answer.status, answer.headers);
    response.end();
  });
  return Object.assign(server, { updates, secrets });
}

function message(text: string): unknown {
  return expect.objectContaining({ message: expect.objectContaining({ text }) });
}

test("setWebhook, getWebhookInfo and deleteWebhook tell what they did", async () => {
  await using sim = await startSimulator("telegram", { webhookRetryMs: 0 });
  const { call } = rawBot(sim);
  const url = "http://127.0.0.1:9/hook";
  expect(await call("getWebhookInfo")).toMatchObject({
    result: { url: "", has_custom_certificate: false, pending_update_count: 0 },
  });
  expect(await call("deleteWebhook")).toMatchObject({ description: "Webhook is already deleted" });
  const settings = { url, max_connections: 3, allowed_updates: ["message"] };
  expect(await call("setWebhook", settings)).toMatchObject({
    result: true,
    description: "Webhook was set",
  });
  expect(await call("setWebhook", settings)).toMatchObject({
    description: "Webhook is already set",
  });
  const { result } = await call("getWebhookInfo");
  expect(result).toEqual({
    url,
    has_custom_certificate: false,
    pending_update_count: 0,
    ip_address: "127.0.0.1",
    max_connections: 3,
    allowed_updates: ["message"],
  });
  expect(await call("setWebhook", { url: "" })).toMatchObject({
    description: "Webhook was deleted",
  });
});

test.each([
  ["http://", "invalid webhook URL specified"],
  ["ftp://127.0.0.1/", "invalid webhook URL specified"],
  ["http://bot.example/hook", "bad webhook: An HTTPS URL must be provided for webhook"],
  [
    "https://bot.example:8080/hook",
    "bad webhook: Webhook can be set up only on ports 80, 88, 443 or 8443",
  ],
  ["https://bot.example/hook", "bad webhook: Failed to resolve host: Name or service not known"],
])("%s is refused", async (url, text) => {
  await using sim = await startSimulator("telegram");
  expect(await rawBot(sim).call("setWebhook", { url })).toMatchObject({
    status: 400,
    description: `Bad Request: ${text}`,
  });
});

test("without the relaxation, loopback addresses are refused as the real server does", async () => {
  await using sim = await startSimulator("telegram", {
    loopbackWebhooks: false,
    webhookRetryMs: 0,
  });
  const { call } = rawBot(sim);
  expect(await call("setWebhook", { url: "http://127.0.0.1/" })).toMatchObject({
    description: "Bad Request: bad webhook: An HTTPS URL must be provided for webhook",
  });
  expect(await call("setWebhook", { url: "127.0.0.1:8443/x" })).toMatchObject({
    description: "Bad Request: bad webhook: IP address 127.0.0.1 is reserved",
  });
});

test.each([
  ["x".repeat(257), "secret token is too long"],
  ["a b", "secret token contains unallowed characters"],
])("a wrong secret token is refused", async (secret_token, text) => {
  await using sim = await startSimulator("telegram");
  const url = "http://127.0.0.1:9/";
  expect(await rawBot(sim).call("setWebhook", { url, secret_token })).toMatchObject({
    description: `Bad Request: ${text}`,
  });
});

test("setWebhook twice within a second is told to wait", async () => {
  await using sim = await startSimulator("telegram");
  const { call } = rawBot(sim);
  await call("setWebhook", { url: "http://127.0.0.1:9/a" });
  const hasty = await call("setWebhook", { url: "http://127.0.0.1:9/b" });
  expect(hasty).toMatchObject({ status: 429, parameters: { retry_after: 1 } });
  expect(hasty.headers.get("retry-after")).toBe("1");
});

test("what waits and what comes is delivered with the secret", async () => {
  await using sim = await startSimulator("telegram");
  await using hook = await recorder();
  await sim.say({ from: "1001", text: "before" });
  sim.setCallback(hook.url, { secret: "abc" });
  await sim.say({ from: "1001", text: "after" });
  await expect.poll(() => hook.updates).toEqual([message("before"), message("after")]);
  expect(hook.secrets).toEqual(["abc", "abc"]);
  await expect.poll(() => sim.pending()).toBe(0);
});

test("a callback can be given at the start", async () => {
  await using hook = await recorder();
  await using sim = await startSimulator("telegram", {
    callbackUrl: hook.url,
    callbackSecret: "s",
  });
  await sim.say({ from: "1001", text: "hello" });
  await expect.poll(() => hook.secrets).toEqual(["s"]);
});

test("polling and webhook exclude each other", async () => {
  await using sim = await startSimulator("telegram", { guardMs: 0, webhookRetryMs: 0 });
  const { call } = rawBot(sim);
  const polled = call("getUpdates", { timeout: 50 });
  await expect.poll(() => sim.requests()).toHaveLength(1);
  await call("setWebhook", { url: "http://127.0.0.1:9/" });
  expect(await polled).toMatchObject({
    status: 409,
    description: "Conflict: terminated by setWebhook request",
  });
  expect(await call("getUpdates")).toMatchObject({
    status: 409,
    description:
      "Conflict: can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first",
  });
  await sim.say({ from: "1001", text: "kept" });
  await call("deleteWebhook");
  expect(await call("getUpdates")).toMatchObject({ result: [message("kept")] });
});

test("drop_pending_updates forgets what waits", async () => {
  await using sim = await startSimulator("telegram");
  await sim.say({ from: "1001", text: "old" });
  await rawBot(sim).call("deleteWebhook", { drop_pending_updates: true });
  expect(sim.pending()).toBe(0);
});

test("a webhook that is set again with drop_pending_updates gets only what is new", async () => {
  await using sim = await startSimulator("telegram", { webhookRetryMs: 100 });
  await using hook = await recorder(500, 500);
  const { call } = rawBot(sim);
  await call("setWebhook", { url: hook.url });
  await sim.say({ from: "1001", text: "old" });
  await expect.poll(() => hook.updates).toHaveLength(2);
  await expect
    .poll(() => call("setWebhook", { url: hook.url, drop_pending_updates: true }))
    .toMatchObject({ description: "Webhook was set" });
  await sim.say({ from: "1001", text: "new" });
  await expect.poll(() => hook.updates.at(-1)).toEqual(message("new"));
  await expect.poll(() => sim.pending()).toBe(0);
});

test("a delivery that fails is tried again, in order within its chat", async () => {
  await using sim = await startSimulator("telegram", { webhookRetryMs: 10 });
  await using hook = await recorder(500, 503, 302);
  sim.setCallback(hook.url);
  await sim.say({ from: "1001", text: "a" });
  await sim.say({ from: "1001", text: "b" });
  const a = message("a");
  await expect.poll(() => hook.updates).toEqual([a, a, a, a, message("b")]);
  expect(await rawBot(sim).call("getWebhookInfo")).toMatchObject({
    result: { last_error_message: "Wrong response from the webhook: 302 Found" },
  });
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
  await using hook = await recorder({ status: 503, headers: { "Retry-After": "3" } });
  sim.setCallback(hook.url);
  const started = performance.now();
  await sim.say({ from: "1001", text: "a" });
  await expect.poll(() => hook.updates).toHaveLength(2);
  expect(performance.now() - started).toBeGreaterThan(290);
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

test("an unreachable webhook is reported and kept", async () => {
  await using sim = await startSimulator("telegram", { webhookRetryMs: 10_000 });
  const hook = await recorder();
  await hook[Symbol.asyncDispose]();
  sim.setCallback(hook.url);
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
    { method: "sendMessage", chat_id: 1001, text: "still there" },
  ];
  await using hook = await listenForHooks(async (request, response) => {
    await readJson(request);
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify(bodies.shift()));
  });
  sim.setCallback(hook.url);
  for (const text of ["a", "b", "c"]) await sim.say({ from: "1001", text });
  const sent = await sim.waitForSent(2);
  expect(sent.map(({ text }) => text)).toEqual(["from the answer", "still there"]);
});
