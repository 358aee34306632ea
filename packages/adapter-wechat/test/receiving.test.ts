import { createMemoryInbox, type IncomingMessage, type MessageSink } from "@botwright/core";
import { expect, test, vi } from "vitest";
import { arrived, openFixture, USER } from "./wechat.ts";

test("gives neighbouring ids that a number cannot tell apart", async () => {
  await using fixture = await openFixture();
  await fixture.started();
  const first = await fixture.wechat.say({ from: USER, text: "one" });
  const second = await fixture.wechat.say({ from: USER, text: "two" });
  await arrived(fixture, 2);
  expect(Number(first.id)).toBe(Number(second.id));
  expect(fixture.received.map(({ id }) => id)).toEqual([first.id, second.id]);
  expect(fixture.received[0]?.message.raw["message_id"]).toBe(first.id);
});

// spec: platform.private-chats
test("drops groups, echoes and unknown kinds, and moves on", async () => {
  await using fixture = await openFixture();
  await fixture.started();
  const items = [{ type: 1, text_item: { text: "hi" } }];
  await fixture.wechat.push({ from: USER, items, fields: { group_id: "a group" } });
  await fixture.wechat.push({ from: fixture.session.botId, items, fields: { message_type: 2 } });
  await fixture.wechat.push({ from: USER, items: [{ type: 8 }, { type: 12 }] });
  await fixture.wechat.say({ from: USER, text: "only this" });
  await arrived(fixture, 1);
  await vi.waitFor(() => expect(fixture.wechat.pending()).toBe(0));
  expect(fixture.received[0]?.message.text).toBe("only this");
  const other = "WeChat: a message that is not for the bot was dropped";
  const unknown = "WeChat: a message of an unsupported kind was dropped";
  expect(fixture.logger.lines).toEqual([
    { level: "debug", message: other, fields: { by: 1 } },
    { level: "debug", message: other, fields: { by: 2 } },
    { level: "debug", message: unknown, fields: { kind: "8,12" } },
  ]);
});

test("leads to one handling of a message that the server repeats", async () => {
  await using fixture = await openFixture();
  const inbox = createMemoryInbox();
  const handled: string[] = [];
  inbox.process(async ({ message }) => handled.push(message.text));
  await fixture.adapter().start((incoming) => inbox.accept(incoming));
  await fixture.wechat.say({ from: USER, text: "one" });
  await vi.waitFor(() => expect(fixture.wechat.pending()).toBe(0));
  const fault = fixture.wechat.fault("duplicate");
  // It hits the poll after the held one.
  await fixture.wechat.say({ from: USER, text: "two" });
  await vi.waitFor(() => expect(fault.hits).toBe(1));
  await fixture.wechat.say({ from: USER, text: "three" });
  await vi.waitFor(() => expect(handled).toEqual(["one", "two", "three"]));
});

test.each([
  { what: "in the state generating", state: 1, isCompleted: true },
  { what: "whose item is not complete", state: 0, isCompleted: false },
])("hides no finished message behind an unfinished copy $what", async ({ state, isCompleted }) => {
  await using fixture = await openFixture();
  const inbox = createMemoryInbox();
  const handled: string[] = [];
  inbox.process(async ({ message }) => handled.push(message.text));
  await fixture.adapter().start((incoming) => inbox.accept(incoming));
  const part = [{ type: 1, is_completed: isCompleted, text_item: { text: "hel" } }];
  const { id } = await fixture.wechat.push({
    from: USER,
    items: part,
    fields: { message_state: state },
  });
  await vi.waitFor(() => expect(fixture.wechat.pending()).toBe(0));
  const items = [{ type: 1, text_item: { text: "hello" } }];
  await fixture.wechat.push({ from: USER, items, fields: { message_id: BigInt(id) } });
  await vi.waitFor(() => expect(handled).toEqual(["hello"]));
  expect(fixture.logger.lines).toEqual([
    {
      level: "debug",
      message: "WeChat: an unfinished copy of a message was dropped",
      fields: undefined,
    },
  ]);
});

test("drops a recalled message", async () => {
  await using fixture = await openFixture();
  await fixture.started();
  const items = [{ type: 1, text_item: { text: "oops" } }];
  await fixture.wechat.push({ from: USER, items, fields: { delete_time_ms: 1_793_000_000_000 } });
  await fixture.wechat.say({ from: USER, text: "never mind" });
  await arrived(fixture, 1);
  await vi.waitFor(() => expect(fixture.wechat.pending()).toBe(0));
  expect(fixture.received.map(({ message }) => message.text)).toEqual(["never mind"]);
  expect(fixture.logger.lines).toEqual([
    { level: "debug", message: "WeChat: a recalled message was dropped", fields: undefined },
  ]);
});

test("takes a whole message in the state new, and no later copy of it", async () => {
  await using fixture = await openFixture();
  await fixture.started();
  const items = [{ type: 1, text_item: { text: "hel" } }];
  const { id } = await fixture.wechat.push({ from: USER, items, fields: { message_state: 0 } });
  const fields = { message_id: BigInt(id), message_state: 2 };
  await fixture.wechat.push({ from: USER, items, fields });
  await fixture.wechat.say({ from: USER, text: "next" });
  await arrived(fixture, 2);
  expect(fixture.received.map(({ message }) => message.text)).toEqual(["hel", "next"]);
});

test.each(["id", "item", "server-id"] as const)("finds what is quoted by %s", async (quotes) => {
  await using fixture = await openFixture({ quotes });
  await fixture.started();
  await fixture.wechat.say({ from: USER, text: "three?" });
  await fixture.wechat.say({ from: USER, text: "yes", quote: { text: "three?", from: USER } });
  await arrived(fixture, 2);
  expect(fixture.received[1]?.message.textWithQuote).toBe("[引用: three?]\nyes");
});

test("finds what is quoted of the same poll, of the same person only, and keeps it", async () => {
  await using fixture = await openFixture();
  const { id } = await fixture.wechat.say({ from: USER, text: "three?" });
  const quote = { text: "three?", from: USER };
  await fixture.wechat.say({ from: USER, text: "yes", quote });
  const ref_msg = { svr_id: id, message_item: { msg_id: id } };
  const items = [{ type: 1, text_item: { text: "yes" }, ref_msg }];
  await fixture.wechat.push({ from: "eve@im.wechat", items });
  const first = await fixture.started();
  await arrived(fixture, 3);
  await first.stop();
  await fixture.started();
  await fixture.wechat.say({ from: USER, text: "no", quote });
  await arrived(fixture, 4);
  const quotesOf = (person: string): (string | undefined)[] =>
    fixture.received
      .filter(({ message }) => message.from === person)
      .map(({ message }) => message.textWithQuote);
  const found = "[引用: three?]\n";
  expect(quotesOf(USER)).toEqual([undefined, `${found}yes`, `${found}no`]);
  expect(quotesOf("eve@im.wechat")).toEqual([undefined]);
});

test("finds a quoted message by either of two ids", async () => {
  await using fixture = await openFixture();
  await fixture.started();
  const said = await fixture.wechat.say({ from: USER, text: "three?" });
  const ref_msg = { svr_id: "1", message_item: { msg_id: said.id } };
  const items = [{ type: 1, text_item: { text: "yes" }, ref_msg }];
  await fixture.wechat.push({ from: USER, items });
  await arrived(fixture, 2);
  expect(fixture.received[1]?.message.textWithQuote).toBe("[引用: three?]\nyes");
});

test("reads more than one answer holds", async () => {
  await using fixture = await openFixture();
  for (let count = 1; count <= 45; count++) {
    await fixture.wechat.say({ from: USER, text: `number ${count}` });
  }
  await fixture.started();
  await arrived(fixture, 45);
  expect(fixture.received.at(-1)?.message.text).toBe("number 45");
});

test("hands over the others of a batch when the sink refuses one, and that one again", async () => {
  await using fixture = await openFixture();
  for (const text of ["one", "two", "three"]) await fixture.wechat.say({ from: USER, text });
  const accepted = new Set<string>();
  let isFull = true;
  await fixture.adapter().start(async ({ message }) => {
    if (message.text === "two" && isFull) {
      isFull = false;
      throw new Error("no space left");
    }
    accepted.add(message.text);
  });
  await vi.waitFor(() => expect(fixture.wechat.pending()).toBe(0));
  expect([...accepted]).toEqual(["one", "three", "two"]);
});

test("loses nothing when it dies between receiving and accepting", async () => {
  await using fixture = await openFixture();
  const said = await fixture.wechat.say({ from: USER, text: "hello" });
  const reached = Promise.withResolvers<void>();
  const dying = fixture.adapter();
  await dying.start(() => {
    reached.resolve();
    return new Promise(() => {});
  });
  await reached.promise;
  await dying.stop();
  await fixture.started();
  await arrived(fixture, 1);
  expect(fixture.received[0]?.id).toBe(said.id);
});

test("handles a message once when it dies between accepting and acknowledging", async () => {
  await using fixture = await openFixture();
  const inbox = createMemoryInbox();
  const handled: IncomingMessage[] = [];
  inbox.process(async (incoming) => handled.push(incoming));
  const { state } = fixture;
  const failing = { ...state, set: () => Promise.reject(new Error("the disk is gone")) };
  const sink: MessageSink = (incoming) => inbox.accept(incoming);
  await fixture.wechat.say({ from: USER, text: "hello" });

  // Only the cursor cannot be kept: the message is safe in the inbox, the server knows nothing.
  const keep: typeof state.set = (key, value, more) =>
    key.startsWith("wechat.cursor.") ? failing.set() : state.set(key, value, more);
  const dying = fixture.adapter({ state: { ...state, set: keep } });
  await dying.start(sink);
  await vi.waitFor(() => expect(handled).toHaveLength(1));
  await dying.stop();
  expect(fixture.wechat.pending()).toBe(1);

  const next = fixture.adapter();
  await next.start(sink);
  await vi.waitFor(() => expect(fixture.wechat.pending()).toBe(0));
  await inbox.drain();
  expect(handled).toHaveLength(1);
});

test("finds the text of the bot's own message when it is quoted after a restart", async () => {
  await using fixture = await openFixture();
  const first = await fixture.started({ botName: "Robin" });
  await first.sendText(USER, "three o'clock?");
  await first.stop();
  await fixture.started({ botName: "Robin" });
  await fixture.wechat.say({ from: USER, text: "yes", quote: { text: "three o'clock?" } });
  await arrived(fixture, 1);
  expect(fixture.received[0]?.message).toMatchObject({
    textWithQuote: "[引用: three o'clock?]\nyes",
    quotedMessage: { title: "Robin", text: "Robin | three o'clock?" },
  });
});

test("a message arrives without the text of its quote when that cannot be read", async () => {
  await using fixture = await openFixture();
  const { state } = fixture;
  const get: typeof state.get = (key) =>
    key.startsWith("wechat.message.")
      ? Promise.reject(new Error("the disk is gone"))
      : state.get(key);
  await fixture.started({ state: { ...state, get } });
  await fixture.wechat.say({ from: USER, text: "yes", quote: { text: "three o'clock?" } });
  await arrived(fixture, 1);
  const { message } = fixture.received[0] ?? {};
  expect(message).toMatchObject({ text: "yes", quotedMessage: { text: "" } });
  expect(fixture.logger.lines).toContainEqual(
    expect.objectContaining({ message: "WeChat: a quoted message could not be looked up" }),
  );
});

test("shows no signed URL, and downloads by it all the same after a restart", async () => {
  await using fixture = await openFixture();
  const bytes = Buffer.from("picture");
  const first = await fixture.started();
  await fixture.wechat.say({ from: USER, image: { bytes }, caption: "look" });
  await arrived(fixture, 1);
  await first.stop();
  const message = fixture.received[0]?.message;
  expect(JSON.stringify(message)).not.toContain("/c2c/");
  if (message?.image === undefined) throw new Error("no image");
  const next = await fixture.started();
  expect(Buffer.from((await next.download(message.image)).bytes)).toStrictEqual(bytes);
  expect(message.text).toBe("look");
});
