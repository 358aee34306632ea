import { createHash } from "node:crypto";
import { until } from "@botwright/adapter-kit/contract";
import { expect, test } from "vitest";
import { openFixture, PATIENT, USER } from "./feishu.ts";

test("a lost push comes again, a doubled one reaches the sink under one id", async () => {
  await using fixture = await openFixture();
  await fixture.started();
  fixture.feishu.fault("lost-frame");
  const lost = await fixture.feishu.say({ from: USER, text: "lost" });
  await until("the first", () => fixture.feishu.pending() === 0);
  fixture.feishu.fault("duplicate");
  const doubled = await fixture.feishu.say({ from: USER, text: "doubled" });
  await until("the second", () => fixture.feishu.pending() === 0);
  expect(new Set(fixture.received.map(({ id }) => id))).toEqual(new Set([lost.id, doubled.id]));
});

test("a push that is repeated while the sink still works joins the first one", async () => {
  await using fixture = await openFixture({ redeliveryMs: 3000 });
  const { feishu } = fixture;
  const gate = Promise.withResolvers<void>();
  let calls = 0;
  await fixture.adapter().start(async () => {
    calls++;
    await gate.promise;
  });
  feishu.fault("duplicate");
  await feishu.say({ from: USER, text: "slow" });
  await until("the sink", () => calls > 0);
  await new Promise((resolve) => setTimeout(resolve, 50));
  gate.resolve();
  await until("the acknowledgement", () => feishu.pending() === 0);
  expect(calls).toBe(1);
});

test("killed between receive and accept: the message comes again after the restart", async () => {
  await using fixture = await openFixture();
  const hanging = Promise.withResolvers<void>();
  const first = fixture.adapter();
  await first.start(async () => {
    hanging.resolve();
    await new Promise(() => {});
  });
  const { id } = await fixture.feishu.say({ from: USER, text: "keep me" });
  await hanging.promise;
  // As a kill does: no time to finish anything.
  fixture.feishu.disconnect();
  await first.stop();
  expect(fixture.feishu.pending()).toBe(1);
  await fixture.started();
  await until("the message", () => fixture.received.length > 0);
  expect(fixture.received[0]?.id).toBe(id);
});

test("killed between accept and acknowledge: the same id comes again, which the inbox drops", async () => {
  await using fixture = await openFixture();
  const ids: string[] = [];
  const first = fixture.adapter();
  await first.start(async (incoming) => {
    ids.push(incoming.id);
    // The connection is gone before the acknowledgement.
    fixture.feishu.disconnect();
  });
  const { id } = await fixture.feishu.say({ from: USER, text: "once" });
  await until("the message", () => ids.length > 0);
  await first.stop();
  expect(fixture.feishu.pending()).toBe(1);
  await fixture.started();
  await until("the message again", () => fixture.feishu.pending() === 0);
  expect(new Set([...ids, ...fixture.received.map((incoming) => incoming.id)])).toEqual(
    new Set([id]),
  );
});

// spec: platform.private-chats
test("groups, apps, stickers, other events and broken content are acknowledged and dropped", async () => {
  await using fixture = await openFixture();
  await fixture.started();
  const base = { from: USER, type: "text", content: { text: "hello" } };
  await fixture.feishu.push({ ...base, chatType: "group" });
  await fixture.feishu.push({ ...base, senderType: "app" });
  await fixture.feishu.push({ ...base, eventType: "im.message.message_read_v1" });
  await fixture.feishu.push({ ...base, type: "sticker", content: { file_key: "file_1" } });
  await fixture.feishu.push({ ...base, content: "{" });
  await until("all acknowledgements", () => fixture.feishu.pending() === 0);
  expect(fixture.received).toEqual([]);
});

test("a mention of the bot goes away; the bot is known from the last start if need be", async () => {
  await using fixture = await openFixture();
  const first = await fixture.started();
  await first.stop();
  fixture.feishu.fault("missing-permission", { method: "bot" });
  await fixture.started();
  const mentions = [{ key: "@_user_1", id: { open_id: fixture.feishu.botOpenId }, name: "Bot" }];
  await fixture.feishu.push({
    from: USER,
    type: "text",
    content: { text: "@_user_1 weather" },
    mentions,
  });
  await until("the message", () => fixture.received.length === 1);
  expect(fixture.received[0]?.message.text).toBe("weather");
});

test("a quote has its sender's name, or the bot's", async () => {
  await using fixture = await openFixture({ botName: "Helper" });
  await fixture.started(PATIENT);
  await fixture.feishu.say({ from: USER, text: "yes", quote: { text: "three?", from: USER } });
  await fixture.feishu.say({ from: USER, text: "no", quote: { text: "four?" } });
  await until("both", () => fixture.received.length === 2);
  expect(fixture.received.map(({ message }) => message.quotedMessage?.text)).toEqual([
    "Ann Lee | three?",
    "Helper | four?",
  ]);
});

test("a name that a mention contains needs no lookup", async () => {
  await using fixture = await openFixture({ senderNames: false });
  await fixture.started(PATIENT);
  const mentions = [{ key: "@_user_1", id: { open_id: USER }, name: "Ann" }];
  await fixture.feishu.push({ from: USER, type: "text", content: { text: "@_user_1" }, mentions });
  await fixture.feishu.say({ from: USER, text: "yes", quote: { text: "three?", from: USER } });
  await until("both", () => fixture.received.length === 2);
  expect(fixture.received[1]?.message.quotedMessage?.text).toBe("Ann | three?");
  expect(fixture.feishu.requests().some(({ call }) => call.includes("/contact/"))).toBe(false);
});

test("a name that no message tells is looked up once, where the app may", async () => {
  await using fixture = await openFixture({ senderNames: false });
  const lookUps = (): number =>
    fixture.feishu.requests().filter(({ call }) => call.includes("/contact/")).length;
  const quotes = (): (string | undefined)[] =>
    fixture.received.map(({ message }) => message.quotedMessage?.text);
  const say = (): Promise<unknown> =>
    fixture.feishu.say({ from: USER, text: "yes", quote: { text: "three?", from: USER } });
  const refused = fixture.feishu.fault("missing-permission", {
    method: "contact",
    times: Infinity,
  });
  const first = await fixture.started(PATIENT);
  await say();
  await say();
  await until("both", () => fixture.received.length === 2);
  expect(quotes()).toEqual(["three?", "three?"]);
  expect([lookUps(), refused.hits]).toEqual([1, 1]);
  refused.end();
  await first.stop();
  await fixture.started(PATIENT);
  await say();
  await say();
  await until("all four", () => fixture.received.length === 4);
  expect(quotes().slice(2)).toEqual(["Ann Lee | three?", "Ann Lee | three?"]);
  expect(lookUps()).toBe(2);
});

test("a look-up of a name that fails stops no later one, unless the app may not look up", async () => {
  await using fixture = await openFixture({ senderNames: false });
  const failed = fixture.feishu.fault("server-error", { method: "contact" });
  await fixture.started(PATIENT);
  const say = (): Promise<unknown> =>
    fixture.feishu.say({ from: USER, text: "yes", quote: { text: "three?", from: USER } });
  await say();
  await until("the first", () => fixture.received.length === 1);
  await say();
  await until("both", () => fixture.received.length === 2);
  expect(failed.hits).toBe(1);
  expect(fixture.received.map(({ message }) => message.quotedMessage?.text)).toEqual([
    "three?",
    "Ann Lee | three?",
  ]);
});

test.each(["recalled", "missing-permission", "slow", "drop-connection"] as const)(
  "a quote that cannot be had (%s) does not hold the message back",
  async (name) => {
    await using fixture = await openFixture();
    await fixture.started();
    if (name === "slow") fixture.feishu.fault("slow", { method: "get", ms: 3000 });
    else fixture.feishu.fault(name, { method: "get" });
    await fixture.feishu.say({ from: USER, text: "yes", quote: { text: "three?" } });
    await until("the message", () => fixture.received.length === 1);
    const message = fixture.received[0]?.message;
    expect(message).toMatchObject({ text: "yes", quotedMessage: { title: "", text: "" } });
    expect(message?.textWithQuote).toBeUndefined();
  },
);

test("a download beyond 100 MiB ends there", async () => {
  await using fixture = await openFixture();
  const adapter = await fixture.started();
  const bytes = new Uint8Array(100 * 1024 * 1024 + 1);
  await fixture.feishu.say({ from: USER, file: { bytes } });
  await until("the message", () => fixture.received.length === 1);
  const item = fixture.received[0]?.message.file;
  if (item === undefined) throw new Error("no file");
  await expect(adapter.download(item)).rejects.toMatchObject({ code: "MEDIA_TOO_LARGE" });
});

test("downloads: refused, broken off, not a reference; sizes and md5 after a good one", async () => {
  await using fixture = await openFixture();
  const adapter = await fixture.started();
  const bytes = Buffer.from('{"code":7}');
  await fixture.feishu.say({
    from: USER,
    file: { bytes, name: "a.json", mime: "application/json" },
  });
  await until("the message", () => fixture.received.length === 1);
  const item = fixture.received[0]?.message.file;
  if (item === undefined) throw new Error("no file");
  fixture.feishu.fault("missing-file");
  await expect(adapter.download(item)).rejects.toMatchObject({ code: "PLATFORM_BAD_REQUEST" });
  fixture.feishu.fault("lost-reply", { method: "download", times: 5 });
  await expect(adapter.download(item)).rejects.toMatchObject({ code: "NETWORK_FAILED" });
  await expect(adapter.downloadRaw("feishu:image:x")).rejects.toMatchObject({
    code: "INVALID_MEDIA_REFERENCE",
  });
  fixture.feishu.fault("lost-reply", { method: "download" });
  const download = await adapter.download(item);
  expect(Buffer.from(download.bytes)).toEqual(bytes);
  const md5 = createHash("md5").update(bytes).digest("hex");
  expect(download.item).toMatchObject({ len: bytes.length, md5 });
});
