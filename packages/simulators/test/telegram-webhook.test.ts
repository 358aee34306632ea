import { expect, test } from "vitest";
import { startSimulator } from "@botwright/simulators";
import { rawBot } from "./raw-bot.ts";
import { recordHooks } from "./telegram-hooks.ts";

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
  const ip_address = "127.0.0.2";
  const settings = { url, max_connections: 3, ip_address, allowed_updates: ["message"] };
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
    ip_address,
    max_connections: 3,
    allowed_updates: ["message"],
  });
  expect(await call("setWebhook", { url: "" })).toMatchObject({
    description: "Webhook was deleted",
  });
});

test("max_connections is from 1 to 100", async () => {
  await using sim = await startSimulator("telegram", { webhookRetryMs: 0 });
  const { call } = rawBot(sim);
  for (const [given, taken] of [
    [1000, 100],
    [-1, 1],
  ]) {
    await call("setWebhook", { url: "http://127.0.0.1:9/", max_connections: given });
    expect(await call("getWebhookInfo")).toMatchObject({ result: { max_connections: taken } });
  }
});

test("a certificate comes under its own name or by attach://", async () => {
  await using sim = await startSimulator("telegram", { webhookRetryMs: 0 });
  const { request } = rawBot(sim);
  for (const [name, reference] of [["certificate"], ["pem", "attach://pem"]] as const) {
    const body = new FormData();
    body.set("url", "https://127.0.0.1:8443/hook");
    if (reference !== undefined) body.set("certificate", reference);
    body.set(name, new Blob(["-----BEGIN CERTIFICATE-----"]), "cert.pem");
    await request("setWebhook", { method: "POST", body });
    expect(await request("getWebhookInfo")).toMatchObject({
      result: { has_custom_certificate: true, ip_address: "127.0.0.1", max_connections: 40 },
    });
    await request("deleteWebhook");
  }
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

test("a second setWebhook within a second gets 429", async () => {
  await using sim = await startSimulator("telegram");
  const { call } = rawBot(sim);
  // Both at once: on a busy machine one answer after the other may take a second.
  const answers = await Promise.all([
    call("setWebhook", { url: "http://127.0.0.1:9/a" }),
    call("setWebhook", { url: "http://127.0.0.1:9/b" }),
  ]);
  const hasty = answers.find(({ status }) => status !== 200);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(hasty).toMatchObject({ status: 429, parameters: { retry_after: 1 } });
  expect(hasty?.headers.get("retry-after")).toBe("1");
});

test("a callback can be given at the start", async () => {
  await using hook = await recordHooks();
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
  await using hook = await recordHooks(500, 500);
  const { call } = rawBot(sim);
  await call("setWebhook", { url: hook.url });
  await sim.say({ from: "1001", text: "old" });
  await expect.poll(() => hook.updates.length).toBeGreaterThanOrEqual(2);
  await expect
    .poll(() => call("setWebhook", { url: hook.url, drop_pending_updates: true }))
    .toMatchObject({ description: "Webhook was set" });
  // On a busy machine the third delivery of what has failed twice may have come before.
  const before = hook.updates.length;
  await sim.say({ from: "1001", text: "new" });
  await expect.poll(() => hook.updates.slice(before)).toEqual([message("new")]);
  await expect.poll(() => sim.pending()).toBe(0);
});
