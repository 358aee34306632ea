import { serveAdapter, until } from "@botwright/adapter-kit/contract";
import { createCipheriv, createHash } from "node:crypto";
import type { PlatformAdapter } from "@botwright/core";
import { AESCipher, EventDispatcher } from "@larksuiteoapi/node-sdk";
import { expect, test, vi } from "vitest";
import { createFeishuAdapter } from "../src/index.ts";
import { openFixture, type Fixture, USER } from "./feishu.ts";

/** The SDK talks much otherwise. */
const quiet = (): void => {};
const logger = { error: quiet, warn: quiet, info: quiet, debug: quiet, trace: quiet };

const KEY = "botwright-key";
const TOKEN = "verification-token";
const EVENT = {
  schema: "2.0",
  header: { event_type: "im.message.receive_v1", token: TOKEN, app_id: "cli_1" },
  event: {
    sender: { sender_type: "user", sender_id: { open_id: USER } },
    message: {
      message_id: "om_1",
      chat_type: "p2p",
      message_type: "text",
      content: '{"text":"hello"}',
    },
  },
};

/** Encrypted as the official SDK wants it, by node:crypto. */
function encrypt(value: object): string {
  const key = createHash("sha256").update(KEY).digest();
  const iv = Buffer.alloc(16, 17);
  const cipher = createCipheriv("aes-256-cbc", key, iv);
  return Buffer.concat([iv, cipher.update(JSON.stringify(value)), cipher.final()]).toString(
    "base64",
  );
}

function sign(body: string): Record<string, string> {
  const hash = createHash("sha256").update(`1800000000n0nce${KEY}${body}`);
  return {
    "X-Lark-Request-Timestamp": "1800000000",
    "X-Lark-Request-Nonce": "n0nce",
    "X-Lark-Signature": hash.digest("hex"),
  };
}

function post(body: string, headers: Record<string, string> = {}): Request {
  return new Request("http://localhost/", { method: "POST", headers, body });
}

async function started(
  fixture: Fixture,
  callback: { encryptKey?: string; verificationToken?: string },
): Promise<(request: Request) => Promise<Response>> {
  const adapter = await fixture.started({ callback });
  return async (request) => {
    const answer = await adapter.handleRequest?.(request);
    if (answer === undefined) throw new Error("no way in");
    return answer;
  };
}

test("accepts a signed and encrypted event, which the official SDK reads alike", async () => {
  await using fixture = await openFixture();
  const handle = await started(fixture, { encryptKey: KEY, verificationToken: TOKEN });
  const encrypted = encrypt(EVENT);
  const body = JSON.stringify({ encrypt: encrypted });
  const answer = await handle(post(body, sign(body)));
  expect([answer.status, await answer.json()]).toEqual([200, {}]);
  expect(fixture.received.map(({ id }) => id)).toEqual(["om_1"]);

  expect(JSON.parse(new AESCipher(KEY).decrypt(encrypted))).toEqual(EVENT);
  const theirs: string[] = [];
  const dispatcher = new EventDispatcher({
    encryptKey: KEY,
    logger,
  }).register({ "im.message.receive_v1": ({ message }) => void theirs.push(message.message_id) });
  const headers = Object.fromEntries(
    Object.entries(sign(body)).map(([name, value]) => [name.toLowerCase(), value]),
  );
  await dispatcher.invoke(Object.assign(Object.create({ headers }), JSON.parse(body)));
  expect(theirs).toEqual(["om_1"]);
});

test("known bytes: a body of the platform's form is decrypted, and its signature is right", async () => {
  await using fixture = await openFixture();
  const handle = await started(fixture, { encryptKey: KEY });
  const encrypted = "EREREREREREREREREREREawCQXk9naZMf7yRZG2UvqyknU8JWP5aSsjfwvz0LhDl";
  expect(encrypt({ hello: "世界" })).toBe(encrypted);
  const body = JSON.stringify({ encrypt: encrypted });
  const signature = "57b37896793ce80050240553e107e8708ce5dccf2e202cea530f5f6aaa9de982";
  const headers = { ...sign(body), "X-Lark-Signature": signature };
  expect((await handle(post(body, headers))).status).toBe(200);
  const last = `${signature.slice(0, -1)}3`;
  expect((await handle(post(body, { ...headers, "X-Lark-Signature": last }))).status).toBe(401);
});

test("the address is proven by its challenge, encrypted or not, signed or not", async () => {
  await using fixture = await openFixture();
  const check = { type: "url_verification", challenge: "c-1", token: TOKEN };
  const encrypted = await started(fixture, { encryptKey: KEY, verificationToken: TOKEN });
  const answer = await encrypted(post(JSON.stringify({ encrypt: encrypt(check) })));
  expect(await answer.json()).toEqual({ challenge: "c-1" });
  const plain = await started(fixture, { verificationToken: TOKEN });
  expect(await (await plain(post(JSON.stringify(check)))).json()).toEqual({ challenge: "c-1" });
  const wrong = JSON.stringify({ ...check, token: "guess" });
  expect((await plain(post(wrong))).status).toBe(403);
});

test.each([
  ["a wrong signature", JSON.stringify({ encrypt: encrypt(EVENT) }), sign("other"), 401],
  ["no signature", JSON.stringify({ encrypt: encrypt(EVENT) }), {}, 401],
  ["a body that is not encrypted", JSON.stringify(EVENT), sign(JSON.stringify(EVENT)), 403],
  ["bytes that are cut off", JSON.stringify({ encrypt: encrypt(EVENT).slice(8) }), {}, 400],
  ["no JSON", "{", {}, 400],
  ["no object", "[]", {}, 400],
] as const)("%s is refused", async (_name, body, headers, status) => {
  await using fixture = await openFixture();
  const handle = await started(fixture, { encryptKey: KEY });
  expect((await handle(post(body, headers))).status).toBe(status);
  expect(fixture.received).toEqual([]);
});

/** Performs a request; answers its status and the length of the longest text that was parsed for it. */
async function parsing(
  handle: (request: Request) => Promise<Response>,
  request: Request,
): Promise<{ status: number; longest: number }> {
  const parse = vi.spyOn(JSON, "parse");
  try {
    const { status } = await handle(request);
    return { status, longest: Math.max(0, ...parse.mock.calls.map(([text]) => text.length)) };
  } finally {
    parse.mockRestore();
  }
}

test.each([
  ["is unsigned", { encryptKey: KEY }, {}, 413],
  ["has a wrong signature", { encryptKey: KEY }, sign("other"), 401],
  ["has no right token", { verificationToken: TOKEN }, {}, 403],
] as const)(
  "a large body that %s is refused before it is parsed",
  async (_name, secrets, headers, status) => {
    await using fixture = await openFixture();
    const handle = await started(fixture, secrets);
    const body = JSON.stringify({ token: "guess", encrypt: "A".repeat(1_000_000) });
    expect(await parsing(handle, post(body, headers))).toEqual({ status, longest: 0 });
    expect(fixture.received).toEqual([]);
  },
);

test("a large event is parsed when its bytes prove that it is the platform's", async () => {
  await using fixture = await openFixture();
  const content = JSON.stringify({ text: "long ".repeat(20_000) });
  const message = { ...EVENT.event.message, content };
  const event = { ...EVENT, event: { ...EVENT.event, message } };
  const encrypted = await started(fixture, { encryptKey: KEY });
  const body = JSON.stringify({ encrypt: encrypt(event) });
  expect((await encrypted(post(body, sign(body)))).status).toBe(200);
  const plain = await started(fixture, { verificationToken: TOKEN });
  expect((await plain(post(JSON.stringify(event, null, 2)))).status).toBe(200);
  expect(fixture.received).toHaveLength(2);
});

test("the token in what a person writes proves nothing", async () => {
  await using fixture = await openFixture();
  const handle = await started(fixture, { verificationToken: TOKEN });
  const text = `"token":"${TOKEN}" `.repeat(1000);
  const message = { ...EVENT.event.message, content: JSON.stringify({ text }) };
  const header = { ...EVENT.header, token: "guess" };
  const body = JSON.stringify({ ...EVENT, header, event: { ...EVENT.event, message } });
  expect(await parsing(handle, post(body))).toEqual({ status: 403, longest: 0 });
});

test("acknowledges and drops an event of the old form, and a message that it cannot read", async () => {
  await using fixture = await openFixture();
  const handle = await started(fixture, { verificationToken: TOKEN });
  const old = { uuid: "u-1", token: TOKEN, ts: "1", type: "event_callback", event: {} };
  expect((await handle(post(JSON.stringify(old)))).status).toBe(200);
  expect((await handle(post(JSON.stringify({ ...old, token: "guess" })))).status).toBe(403);
  const lines = (): number =>
    fixture.logger.lines.filter(({ message }) => message.includes("cannot be read")).length;
  expect(lines()).toBe(0);
  for (const wrong of [{ content: "{" }, { message_type: "image" }, { message_id: "" }]) {
    const message = { ...EVENT.event.message, ...wrong };
    const body = JSON.stringify({ ...EVENT, event: { ...EVENT.event, message } });
    expect((await handle(post(body))).status).toBe(200);
  }
  expect(lines()).toBe(3);
  // A kind that is not delivered, and a group.
  for (const other of [{ message_type: "sticker" }, { chat_type: "group", content: "{" }]) {
    const message = { ...EVENT.event.message, ...other };
    const body = JSON.stringify({ ...EVENT, event: { ...EVENT.event, message } });
    expect((await handle(post(body))).status).toBe(200);
  }
  expect(lines()).toBe(3);
  expect(fixture.received).toEqual([]);
});

test("a wrong or missing verification token is refused, and so is what cannot be decrypted", async () => {
  await using fixture = await openFixture();
  const handle = await started(fixture, { verificationToken: TOKEN });
  const header = { ...EVENT.header, token: "guess" };
  expect((await handle(post(JSON.stringify({ ...EVENT, header })))).status).toBe(403);
  expect((await handle(post("{}"))).status).toBe(403);
  expect((await handle(post(JSON.stringify({ encrypt: encrypt(EVENT) })))).status).toBe(400);
  expect((await handle(new Request("http://localhost/"))).status).toBe(405);
  expect((await handle(post(JSON.stringify(EVENT)))).status).toBe(200);
  expect(fixture.received).toHaveLength(1);
});

test("what the sink refuses, and what comes after a stop, is answered so that it comes again", async () => {
  await using fixture = await openFixture();
  const adapter = fixture.adapter({ callback: { verificationToken: TOKEN } });
  expect((await adapter.handleRequest?.(post(JSON.stringify(EVENT))))?.status).toBe(503);
  await adapter.start(() => Promise.reject(new Error("no space left")));
  expect((await adapter.handleRequest?.(post(JSON.stringify(EVENT))))?.status).toBe(500);
  await adapter.stop();
  expect((await adapter.handleRequest?.(post(JSON.stringify(EVENT))))?.status).toBe(503);
});

test("the platform delivers by HTTP after it has checked the address", async () => {
  await using fixture = await openFixture({ encryptKey: KEY, callbackRetryMs: 20 });
  let adapter: PlatformAdapter | undefined;
  await using callbacks = await serveAdapter(() => adapter);
  fixture.feishu.setCallback(callbacks.url);
  const { encryptKey, verificationToken } = fixture.feishu.callbackSecrets;
  adapter = await fixture.started({ callback: { encryptKey, verificationToken } });
  fixture.feishu.fault("duplicate");
  const { id } = await fixture.feishu.say({ from: USER, text: "hello" });
  await until("the answer", () => fixture.feishu.pending() === 0);
  expect(new Set(fixture.received.map((incoming) => incoming.id))).toEqual(new Set([id]));
});

test.each(["wrong-signature", "wrong-token"] as const)(
  "refuses an event with a %s, and accepts the right one",
  async (name) => {
    await using fixture = await openFixture({ encryptKey: KEY, callbackRetryMs: 50 });
    const adapter = await fixture.started({ callback: fixture.feishu.callbackSecrets });
    await using server = await serveAdapter(() => adapter);
    fixture.feishu.setCallback(server.url);
    const fault = fixture.feishu.fault(name);
    await fixture.feishu.say({ from: USER, text: "hello" });
    await until("the message", () => fixture.feishu.pending() === 0);
    expect(fault.hits).toBe(1);
    expect(fixture.received).toHaveLength(1);
    expect(fixture.logger.lines.map(({ message }) => message).join()).toContain("refused: a wrong");
  },
);

test("a body that breaks off or is far too large is refused", async () => {
  await using fixture = await openFixture();
  const handle = await started(fixture, { verificationToken: TOKEN });
  const broken = new ReadableStream({ pull: (controller) => controller.error(new Error("cut")) });
  const init = { method: "POST", body: broken, duplex: "half" as const };
  expect((await handle(new Request("http://localhost/", init))).status).toBe(400);
  const length = { "content-length": String(5 * 1024 * 1024) };
  expect((await handle(post("{}", length))).status).toBe(413);
});

test("callbacks without any protection are refused at once, and so are wrong credentials", () => {
  const appId = "cli_0123456789abcdef";
  const appSecret = "a-secret";
  const invalid = expect.objectContaining({ code: "INVALID_INPUT" });
  expect(() => createFeishuAdapter({ appId, appSecret, callback: {} })).toThrow(invalid);
  expect(() => createFeishuAdapter({ appId: "wx", appSecret })).toThrow(invalid);
  expect(() => createFeishuAdapter({ appId, appSecret: " " })).toThrow(invalid);
});
