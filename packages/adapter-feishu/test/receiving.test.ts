import { createHash } from "node:crypto";
import { until } from "@botwright/adapter-kit/contract";
import { systemClock } from "@botwright/core";
import { expect, test } from "vitest";
import { openScene, USER } from "./feishu.ts";

/** On a fast clock a busy machine has too little time to fetch a quote. */
const PATIENT = { clock: systemClock };

test("a lost push comes again, a doubled one reaches the sink under one id", async () => {
  await using scene = await openScene();
  await scene.started();
  scene.feishu.fault("lost-frame");
  const lost = await scene.feishu.say({ from: USER, text: "lost" });
  await until("the first", () => scene.feishu.pending() === 0);
  scene.feishu.fault("duplicate");
  const doubled = await scene.feishu.say({ from: USER, text: "doubled" });
  await until("the second", () => scene.feishu.pending() === 0);
  expect(new Set(scene.received.map(({ id }) => id))).toEqual(new Set([lost.id, doubled.id]));
});

test("a push that is repeated while the sink still works joins the first one", async () => {
  await using scene = await openScene({ repushMs: 3000 });
  const { feishu } = scene;
  const gate = Promise.withResolvers<void>();
  let calls = 0;
  await scene.adapter().start(async () => {
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
  await using scene = await openScene();
  const hanging = Promise.withResolvers<void>();
  const first = scene.adapter();
  await first.start(async () => {
    hanging.resolve();
    await new Promise(() => {});
  });
  const { id } = await scene.feishu.say({ from: USER, text: "keep me" });
  await hanging.promise;
  // As a kill does: no time to finish anything.
  scene.feishu.disconnect();
  await first.stop();
  expect(scene.feishu.pending()).toBe(1);
  await scene.started();
  await until("the message", () => scene.received.length > 0);
  expect(scene.received[0]?.id).toBe(id);
});

test("killed between accept and acknowledge: the same id comes again, which the inbox drops", async () => {
  await using scene = await openScene();
  const ids: string[] = [];
  const first = scene.adapter();
  await first.start(async (incoming) => {
    ids.push(incoming.id);
    // The connection is gone before the acknowledgement.
    scene.feishu.disconnect();
  });
  const { id } = await scene.feishu.say({ from: USER, text: "once" });
  await until("the message", () => ids.length > 0);
  await first.stop();
  expect(scene.feishu.pending()).toBe(1);
  await scene.started();
  await until("the message again", () => scene.feishu.pending() === 0);
  expect(new Set([...ids, ...scene.received.map((incoming) => incoming.id)])).toEqual(
    new Set([id]),
  );
});

test("groups, apps, stickers, other events and broken content are acknowledged and dropped", async () => {
  await using scene = await openScene();
  await scene.started();
  const base = { from: USER, type: "text", content: { text: "hello" } };
  await scene.feishu.push({ ...base, chatType: "group" });
  await scene.feishu.push({ ...base, senderType: "app" });
  await scene.feishu.push({ ...base, eventType: "im.message.message_read_v1" });
  await scene.feishu.push({ ...base, type: "sticker", content: { file_key: "file_1" } });
  await scene.feishu.push({ ...base, content: "{" });
  await until("all acknowledgements", () => scene.feishu.pending() === 0);
  expect(scene.received).toEqual([]);
});

test("a mention of the bot goes away; the bot is known from the last start if need be", async () => {
  await using scene = await openScene();
  const first = await scene.started();
  await first.stop();
  scene.feishu.fault("missing-permission", { method: "bot" });
  await scene.started();
  const mentions = [{ key: "@_user_1", id: { open_id: scene.feishu.botOpenId }, name: "Bot" }];
  await scene.feishu.push({
    from: USER,
    type: "text",
    content: { text: "@_user_1 weather" },
    mentions,
  });
  await until("the message", () => scene.received.length === 1);
  expect(scene.received[0]?.message.text).toBe("weather");
});

test("a quote has its sender's name, or the bot's", async () => {
  await using scene = await openScene({ botName: "Helper" });
  await scene.started(PATIENT);
  await scene.feishu.say({ from: USER, text: "yes", quote: { text: "three?", from: USER } });
  await scene.feishu.say({ from: USER, text: "no", quote: { text: "four?" } });
  await until("both", () => scene.received.length === 2);
  expect(scene.received.map(({ message }) => message.quotedMessage?.text)).toEqual([
    "Ann Lee | three?",
    "Helper | four?",
  ]);
});

test("a name that a mention told needs no lookup", async () => {
  await using scene = await openScene({ senderNames: false });
  await scene.started(PATIENT);
  const mentions = [{ key: "@_user_1", id: { open_id: USER }, name: "Ann" }];
  await scene.feishu.push({ from: USER, type: "text", content: { text: "@_user_1" }, mentions });
  await scene.feishu.say({ from: USER, text: "yes", quote: { text: "three?", from: USER } });
  await until("both", () => scene.received.length === 2);
  expect(scene.received[1]?.message.quotedMessage?.text).toBe("Ann | three?");
  expect(scene.feishu.requests().some(({ call }) => call.includes("/contact/"))).toBe(false);
});

test("a name that no message tells is looked up once, where the app may", async () => {
  await using scene = await openScene({ senderNames: false });
  const lookUps = (): number =>
    scene.feishu.requests().filter(({ call }) => call.includes("/contact/")).length;
  const quotes = (): (string | undefined)[] =>
    scene.received.map(({ message }) => message.quotedMessage?.text);
  const say = (): Promise<unknown> =>
    scene.feishu.say({ from: USER, text: "yes", quote: { text: "three?", from: USER } });
  const refused = scene.feishu.fault("missing-permission", { method: "contact", times: Infinity });
  const first = await scene.started(PATIENT);
  await say();
  await say();
  await until("both", () => scene.received.length === 2);
  expect(quotes()).toEqual(["three?", "three?"]);
  expect([lookUps(), refused.hits]).toEqual([1, 1]);
  refused.end();
  await first.stop();
  await scene.started(PATIENT);
  await say();
  await say();
  await until("all four", () => scene.received.length === 4);
  expect(quotes().slice(2)).toEqual(["Ann Lee | three?", "Ann Lee | three?"]);
  expect(lookUps()).toBe(2);
});

test.each(["recalled", "missing-permission", "slow", "drop-connection"] as const)(
  "a quote that cannot be had (%s) does not hold the message back",
  async (name) => {
    await using scene = await openScene();
    await scene.started();
    if (name === "slow") scene.feishu.fault("slow", { method: "get", ms: 3000 });
    else scene.feishu.fault(name, { method: "get" });
    await scene.feishu.say({ from: USER, text: "yes", quote: { text: "three?" } });
    await until("the message", () => scene.received.length === 1);
    const message = scene.received[0]?.message;
    expect(message).toMatchObject({ text: "yes", quotedMessage: { title: "", text: "" } });
    expect(message?.textWithQuote).toBeUndefined();
  },
);

test("a download beyond 100 MiB ends there", async () => {
  await using scene = await openScene();
  const adapter = await scene.started();
  const bytes = new Uint8Array(100 * 1024 * 1024 + 1);
  await scene.feishu.say({ from: USER, file: { bytes } });
  await until("the message", () => scene.received.length === 1);
  const item = scene.received[0]?.message.file;
  if (item === undefined) throw new Error("no file");
  await expect(adapter.download(item)).rejects.toMatchObject({ code: "MEDIA_TOO_LARGE" });
});

test("downloads: refused, broken off, not a reference; sizes and md5 after a good one", async () => {
  await using scene = await openScene();
  const adapter = await scene.started();
  const bytes = Buffer.from('{"code":7}');
  await scene.feishu.say({
    from: USER,
    file: { bytes, name: "a.json", mime: "application/json" },
  });
  await until("the message", () => scene.received.length === 1);
  const item = scene.received[0]?.message.file;
  if (item === undefined) throw new Error("no file");
  scene.feishu.fault("missing-file");
  await expect(adapter.download(item)).rejects.toMatchObject({ code: "PLATFORM_BAD_REQUEST" });
  scene.feishu.fault("lost-reply", { method: "download", times: 2 });
  await expect(adapter.download(item)).rejects.toMatchObject({ code: "NETWORK_FAILED" });
  await expect(adapter.downloadRaw("feishu:image:x")).rejects.toMatchObject({
    code: "INVALID_MEDIA_REFERENCE",
  });
  scene.feishu.fault("lost-reply", { method: "download" });
  expect(Buffer.from(await adapter.download(item))).toEqual(bytes);
  const md5 = createHash("md5").update(bytes).digest("hex");
  expect(item).toMatchObject({ len: bytes.length, md5 });
});
