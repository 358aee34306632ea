import { type IncomingMessage, type PlatformAdapter, systemClock } from "@botwright/core";
import { expect, test, vi } from "vitest";
import { answers, connected, openFixture, statuses, texts, until, USER } from "./dingtalk.ts";

test("a push that is lost comes again", async () => {
  await using fixture = await openFixture();
  await fixture.started();
  await connected(fixture);
  fixture.dingtalk.fault("lost-frame");
  await fixture.dingtalk.say({ from: USER, text: "hello" });
  await until(() => expect(texts(fixture)).toContain("hello"));
});

test("a message that is pushed twice has one id, and is acknowledged twice", async () => {
  await using fixture = await openFixture();
  await fixture.started();
  fixture.dingtalk.fault("duplicate");
  const { id } = await fixture.dingtalk.say({ from: USER, text: "hello" });
  await until(() => expect(fixture.dingtalk.pending()).toBe(0));
  expect(new Set(fixture.received.map((incoming) => incoming.id))).toEqual(new Set([id]));
});

// spec: platform.private-chats
test("data that is not JSON, groups and unknown kinds are acknowledged and dropped", async () => {
  await using fixture = await openFixture();
  await fixture.started();
  fixture.dingtalk.fault("garbled-push");
  await fixture.dingtalk.push({ from: USER, text: "to all", fields: { conversationType: "2" } });
  await fixture.dingtalk.push({ from: USER, msgtype: "unknownMsgType" });
  await fixture.dingtalk.say({ from: USER, text: "hello" });
  await until(() => expect(fixture.dingtalk.pending()).toBe(0));
  expect(texts(fixture)).toEqual(["hello"]);
  const { lines } = fixture.logger;
  expect(lines.filter(({ message }) => message.includes("cannot be read"))).toHaveLength(1);
  expect(lines.filter(({ message }) => message.includes("unsupported"))).toEqual([
    {
      level: "debug",
      message: "DingTalk: a message of an unsupported kind was dropped",
      fields: { kind: "unknownMsgType" },
    },
  ]);
});

test("of what cannot be read on a connection one line is logged", async () => {
  await using fixture = await openFixture();
  await fixture.started();
  const garbled = fixture.dingtalk.fault("garbled-push", { times: 3 });
  for (const text of ["1", "2", "3", "4"]) await fixture.dingtalk.say({ from: USER, text });
  await until(() => expect(fixture.dingtalk.pending()).toBe(0));
  expect(garbled.hits).toBe(3);
  const { lines } = fixture.logger;
  expect(lines.filter(({ message }) => message.includes("cannot be read"))).toHaveLength(1);
});

test("no more messages are read while the sink works on megabytes of them", async () => {
  await using fixture = await openFixture({ redeliveryMs: 0 });
  let held = 0;
  // A busy machine needs longer than the fixture's clock lets a connection be silent.
  await fixture.adapter({ clock: systemClock }).start(() => {
    held += 1;
    return new Promise(() => {});
  });
  const fields = { unknown: "x".repeat(1.9 * 2 ** 20) };
  for (let count = 0; count < 7; count++) {
    await fixture.dingtalk.push({ from: USER, text: "hello", fields });
  }
  await until(() => expect(held).toBeGreaterThanOrEqual(5));
  // Mostly long enough for the others to come, if they came; one may have been read already.
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(held).toBeLessThanOrEqual(6);
});

test("a message that the sink refuses for good is answered with 500", async () => {
  await using fixture = await openFixture({ redeliveryMs: 0 });
  await fixture.adapter().start(() => Promise.reject(new Error("no space left")));
  await fixture.dingtalk.say({ from: USER, text: "keep me" });
  await until(() => expect(answers(fixture)).toMatchObject([{ code: 500 }]));
  expect(statuses(fixture)).toEqual(new Set([200]));
  expect(fixture.dingtalk.pending()).toBe(1);
});

test("a message that the sink refuses is tried again, even if the platform never repeats it", async () => {
  await using fixture = await openFixture({ redeliveryMs: 0 });
  const taken: IncomingMessage[] = [];
  let refusals = 0;
  await fixture.adapter().start(async (incoming) => {
    if (refusals++ < 2) throw new Error("no space left");
    taken.push(incoming);
  });
  await fixture.dingtalk.say({ from: USER, text: "keep me" });
  await until(() => expect(fixture.dingtalk.pending()).toBe(0));
  expect(taken.map(({ message }) => message.text)).toEqual(["keep me"]);
});

test("after it was killed between push and answer, the next process gets the message", async () => {
  await using fixture = await openFixture();
  const killed: PlatformAdapter = fixture.adapter();
  const seen = vi.fn<() => Promise<void>>(() => new Promise(() => {}));
  await killed.start(seen);
  const { id } = await fixture.dingtalk.say({ from: USER, text: "hello" });
  await until(() => expect(seen).toHaveBeenCalled());
  fixture.dingtalk.fault("cut-socket");
  await killed.stop();
  await fixture.started();
  await until(() => expect(fixture.received[0]?.id).toBe(id));
  await until(() => expect(fixture.dingtalk.pending()).toBe(0));
});

test("a message whose answer is lost reaches the sink again under its id, and is then answered", async () => {
  await using fixture = await openFixture();
  const ids: string[] = [];
  await fixture.adapter().start(async ({ id }) => {
    ids.push(id);
    if (ids.length > 1) return;
    // The socket is gone when the answer is due.
    fixture.dingtalk.fault("cut-socket");
    await until(() => expect(fixture.calls("connections/open")).toBe(2));
  });
  const { id } = await fixture.dingtalk.say({ from: USER, text: "hello" });
  await until(() => expect(fixture.dingtalk.pending()).toBe(0));
  expect(fixture.calls("connections/open")).toBe(2);
  expect(new Set(ids)).toEqual(new Set([id]));
});

test("the next process gets a message again that was accepted and not answered", async () => {
  await using fixture = await openFixture();
  const first = fixture.adapter();
  const accepted = Promise.withResolvers<void>();
  await first.start(async () => {
    fixture.dingtalk.fault("cut-socket");
    accepted.resolve();
  });
  const { id } = await fixture.dingtalk.say({ from: USER, text: "hello" });
  await accepted.promise;
  await first.stop();
  await fixture.started();
  await until(() => expect(fixture.dingtalk.pending()).toBe(0));
  // Its inbox knows the id.
  expect(fixture.received.map((incoming) => incoming.id)).toEqual([id]);
});

test("a quote that comes by ids only is found, the robot's own words included", async () => {
  await using fixture = await openFixture();
  const mine = "Bot | maybe four";
  const adapter = await fixture.inChat({ botName: "Bot" });
  const { id } = await fixture.dingtalk.say({ from: USER, text: "three o'clock?" });
  await until(() => expect(fixture.received).toHaveLength(1));
  const sent = await adapter.sendText(USER, "maybe four");
  await adapter.stop();
  await fixture.started();
  const quote = { from: USER, text: "yes", repliedMsg: { msgType: "interactiveCard" } };
  await fixture.dingtalk.push({ from: USER, text: "yes", quote: { id, as: "ids" } });
  await fixture.dingtalk.push({ ...quote, fields: { originalProcessQueryKey: sent.id } });
  await fixture.dingtalk.push({ ...quote, fields: { originalMsgId: "from before all this" } });
  // Its text comes along, its author does not.
  await fixture.dingtalk.say({ from: USER, text: "yes", quote: { text: "maybe four" } });
  await until(() => expect(fixture.received).toHaveLength(5));
  expect(fixture.received.slice(1).map(({ message }) => message)).toMatchObject([
    {
      textWithQuote: "[引用: three o'clock?]\nyes",
      quotedMessage: { title: "Ann Lee", text: "Ann Lee | three o'clock?" },
    },
    { textWithQuote: "[引用: maybe four]\nyes", quotedMessage: { title: "Bot", text: mine } },
    { text: "yes", quotedMessage: { title: "", text: "" } },
    { textWithQuote: "[引用: maybe four]\nyes", quotedMessage: { title: "Bot", text: mine } },
  ]);
});

test("a quote of a picture or a file that comes by ids only names it", async () => {
  await using fixture = await openFixture();
  const adapter = await fixture.inChat({ botName: "Bot" });
  const bytes = Buffer.from("%PDF-1.7");
  const { id } = await fixture.dingtalk.say({ from: USER, file: { bytes, name: "plan.pdf" } });
  await until(() => expect(fixture.received).toHaveLength(1));
  const picture = await adapter.sendImage?.(USER, Buffer.from("\x89PNG\r\n\x1a\n", "latin1"));
  const file = await adapter.sendFile?.(USER, bytes, "list.pdf");
  await fixture.dingtalk.push({ from: USER, text: "mine", quote: { id, as: "ids" } });
  const quote = { from: USER, text: "yours", repliedMsg: { msgType: "interactiveCard" } };
  for (const sent of [picture, file]) {
    await fixture.dingtalk.push({ ...quote, fields: { originalProcessQueryKey: sent?.id } });
  }
  await until(() => expect(fixture.received).toHaveLength(4));
  const quotes = fixture.received.slice(1).map(({ message }) => message.quotedMessage?.text);
  expect(quotes).toEqual(["Ann Lee | [文件] plan.pdf", "Bot | [图片]", "Bot | [文件] list.pdf"]);
});

test("an adapter starts once, and can be stopped while it starts, and started again", async () => {
  await using fixture = await openFixture();
  const adapter = await fixture.started();
  await expect(adapter.start(async () => {})).rejects.toMatchObject({ code: "ALREADY_STARTED" });
  await adapter.stop();
  const other = fixture.adapter();
  fixture.dingtalk.fault("slow", { ms: 100, method: "accessToken" });
  const [start] = await Promise.allSettled([other.start(async () => {}), other.stop()]);
  expect(start).toMatchObject({ status: "rejected", reason: { code: "NETWORK_ABORTED" } });
  await other.start(async (incoming) => fixture.received.push(incoming));
  await fixture.dingtalk.say({ from: USER, text: "hello" });
  await until(() => expect(texts(fixture)).toEqual(["hello"]));
});
