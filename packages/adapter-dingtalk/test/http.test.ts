import { serveAdapter } from "@botwright/adapter-kit/contract";
import { createHmac } from "node:crypto";
import type { PlatformAdapter } from "@botwright/core";
import { expect, test, vi } from "vitest";
import { openFixture, type Fixture, USER, until } from "./dingtalk.ts";

const AES_KEY = "abcdefghijklmnopqrstuvwxyz0123456789ABCDEFG";

const body = JSON.stringify({
  msgId: "msgABCDEF==",
  msgtype: "text",
  text: { content: "hello" },
  conversationType: "1",
  senderStaffId: USER,
  createAt: 1_770_000_000_000,
});

/** A request as DingTalk signs it, unless the options say otherwise. */
function post(
  { dingtalk }: Fixture,
  more: { at?: number; sign?: string; body?: string } = {},
): Request {
  const { app_secret: secret } = dingtalk.credentials;
  const timestamp = String(more.at ?? Date.now());
  const sign = createHmac("sha256", secret).update(`${timestamp}\n${secret}`).digest("base64");
  return new Request("http://localhost/dingtalk", {
    method: "POST",
    headers: { timestamp, sign: more.sign ?? sign },
    body: more.body ?? body,
  });
}

async function answer(adapter: PlatformAdapter, request: Request): Promise<[number, string]> {
  const response = await adapter.handleRequest?.(request);
  return [response?.status ?? 0, (await response?.text()) ?? ""];
}

test("the signature is the documented one", async () => {
  await using fixture = await openFixture({ appSecret: "bw-secret" });
  const clock = { now: () => 1_800_000_000_000, after: () => () => {} };
  const adapter = await fixture.started({ callback: {}, clock });
  const sign = "g6Is2MFy6TGflwhSpj/QHqzBwN+la4vwYF5ppoYegVU=";
  expect(await answer(adapter, post(fixture, { at: 1_800_000_000_000, sign }))).toEqual([
    200,
    "{}",
  ]);
});

test("answers 200 once the sink has the message, and not before", async () => {
  await using fixture = await openFixture();
  const adapter = fixture.adapter({ callback: {} });
  const gate = Promise.withResolvers<void>();
  const sink = vi.fn<() => Promise<void>>(() => gate.promise);
  await adapter.start(sink);
  let answered = false;
  const pending = answer(adapter, post(fixture)).finally(() => (answered = true));
  await until(() => expect(sink).toHaveBeenCalledOnce());
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(answered).toBe(false);
  gate.resolve();
  expect(await pending).toEqual([200, "{}"]);
});

test("answers 500 when the sink refuses, and 503 before a start and after a stop", async () => {
  await using fixture = await openFixture();
  const adapter = fixture.adapter({ callback: {} });
  expect((await answer(adapter, post(fixture)))[0]).toBe(503);
  await adapter.start(() => Promise.reject(new Error("no space left")));
  expect((await answer(adapter, post(fixture)))[0]).toBe(500);
  await adapter.stop();
  expect((await answer(adapter, post(fixture)))[0]).toBe(503);
});

test("refuses wrong and old signatures, other methods, and what is no message", async () => {
  await using fixture = await openFixture();
  const adapter = await fixture.started({ callback: {} });
  const status = async (request: Request): Promise<number> => (await answer(adapter, request))[0];
  expect(await status(post(fixture, { sign: "bm8=" }))).toBe(401);
  expect(await status(post(fixture, { at: Date.now() - 3_601_000 }))).toBe(401);
  expect(await status(post(fixture, { at: Date.now() + 3_601_000 }))).toBe(401);
  expect(await status(post(fixture, { at: Number.NaN }))).toBe(401);
  expect(await status(new Request("http://localhost/"))).toBe(405);
  expect(await status(post(fixture, { body: "{not JSON" }))).toBe(400);
  expect(await status(post(fixture, { body: '{"encrypt":"AAAA"}' }))).toBe(400);
  expect(await status(post(fixture, { body: '{"conversationType":"2"}' }))).toBe(200);
  expect(fixture.received).toEqual([]);
  expect(fixture.logger.lines.map(({ message }) => message).join()).toContain("aesKey");
});

test("takes encrypted messages with the key, and refuses them with another one", async () => {
  await using fixture = await openFixture({ aesKey: AES_KEY });
  let adapter = await fixture.started({ callback: { aesKey: AES_KEY.toLowerCase() } });
  await using server = await serveAdapter(() => adapter);
  fixture.dingtalk.setCallback(server.url);
  const { id } = await fixture.dingtalk.say({ from: USER, text: "密 hello" });
  await until(() => expect(fixture.logger.lines.length).toBeGreaterThan(0));
  expect(fixture.received).toEqual([]);
  adapter = await fixture.started({ callback: { aesKey: AES_KEY } });
  await until(() => expect(fixture.received).toHaveLength(1));
  expect(fixture.received[0]).toMatchObject({ id, message: { text: "密 hello" } });
});

test("a session of another host is not answered there", async () => {
  await using fixture = await openFixture();
  const adapter = await fixture.inChat({ callback: {} });
  const foreign = { ...JSON.parse(body), sessionWebhook: "https://example.org/?session=1" };
  const times = { sessionWebhookExpiredTime: Date.now() + 3_600_000 };
  await answer(adapter, post(fixture, { body: JSON.stringify({ ...foreign, ...times }) }));
  const contextToken = fixture.received[0]?.message.contextToken ?? "";
  await adapter.sendText(USER, "hello", { contextToken });
  expect(fixture.dingtalk.sent()).toMatchObject([{ to: USER, text: "hello" }]);
});

test.each(["wrong-signature", "old-signature"] as const)(
  "a callback with a %s is refused, and the message comes again",
  async (name) => {
    await using fixture = await openFixture();
    const adapter = await fixture.started({ callback: {} });
    await using server = await serveAdapter(() => adapter);
    fixture.dingtalk.setCallback(server.url);
    fixture.dingtalk.fault(name);
    await fixture.dingtalk.say({ from: USER, text: "hello" });
    await until(() => expect(fixture.dingtalk.pending()).toBe(0));
    expect(fixture.received).toHaveLength(1);
    expect(JSON.stringify(fixture.logger.lines)).toContain("a wrong signature");
  },
);
