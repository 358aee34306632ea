import { until } from "@botwright/adapter-kit/contract";
import { expect, test } from "vitest";
import { type Fixture, openFixture, PATIENT, USER } from "./feishu.ts";

const DROPPED = "Feishu: a message of an unsupported kind was dropped";

/** What the lines of dropped messages say. */
function dropped({ logger }: Fixture): unknown[] {
  return logger.lines.flatMap(({ level, message, fields }) =>
    level === "debug" && message === DROPPED ? [fields] : [],
  );
}

const FORWARD = {
  from: USER,
  type: "merge_forward",
  content: { content: "Merged and Forwarded Message" },
};

test("a forward is delivered as its lines, with names from the event or looked up", async () => {
  await using fixture = await openFixture({ senderNames: false });
  const { feishu } = fixture;
  feishu.introduce({ id: "ou_2", name: "Bea" });
  await fixture.started(PATIENT);
  const forwarded = [
    { from: USER, type: "text", content: { text: "tea?\nnow?" } },
    { from: "ou_2", type: "post", content: { content: [[{ tag: "text", text: "yes" }]] } },
    { from: "ou_3", type: "image", content: { image_key: "img_1" } },
  ];
  await feishu.push({ ...FORWARD, forwarded });
  await until("the message", () => fixture.received.length === 1);
  expect(fixture.received[0]?.message).toMatchObject({
    type: "text",
    text: "Ann Lee: tea? now?\nBea: yes\n[图片]",
  });
});

test("a forward does not let a later message of the person overtake it", async () => {
  await using fixture = await openFixture();
  await fixture.started(PATIENT);
  fixture.feishu.fault("slow", { ms: 50, method: "get" });
  const forwarded = [{ from: USER, type: "text", content: { text: "one" } }];
  await fixture.feishu.push({ ...FORWARD, forwarded });
  await fixture.feishu.say({ from: USER, text: "what do you think?" });
  await until("both", () => fixture.received.length === 2);
  const texts = fixture.received.map(({ message }) => message.text);
  expect(texts).toEqual(["Ann Lee: one", "what do you think?"]);
});

test("a forward that cannot be read is dropped, with a debug line", async () => {
  await using fixture = await openFixture();
  await fixture.started(PATIENT);
  fixture.feishu.fault("recalled", { method: "get" });
  await fixture.feishu.push({ ...FORWARD, forwarded: [] });
  await until("the acknowledgement", () => fixture.feishu.pending() === 0);
  expect(fixture.received).toEqual([]);
  expect(dropped(fixture)).toEqual([{ kind: "merge_forward" }]);
});

test("a kind without known text is dropped, with one debug line", async () => {
  // No event comes again because a busy machine has acknowledged it late.
  await using fixture = await openFixture({ redeliveryMs: 60_000 });
  await fixture.started();
  await fixture.feishu.push({ from: USER, type: "sticker", content: { file_key: "file_1" } });
  await fixture.feishu.push({ from: USER, type: "share_user", content: { user_id: "ou_2" } });
  // Not to the bot alone, so nothing is missing.
  await fixture.feishu.push({ from: USER, type: "sticker", content: {}, chatType: "group" });
  await until("the acknowledgements", () => fixture.feishu.pending() === 0);
  expect(fixture.received).toEqual([]);
  expect(dropped(fixture)).toEqual([{ kind: "sticker" }, { kind: "share_user" }]);
});

test.each([
  'a <b>tag</b>, <at user_id="all">everyone</at>, 1 < 2, <div>, List<i>',
  "[our bank](https://a.example/x), [1](www.b.example), calls[0](x)",
])("people see the tags and addresses that a plugin wrote: %s", async (text) => {
  await using fixture = await openFixture();
  const adapter = await fixture.started(PATIENT);
  await adapter.sendText(USER, text);
  const [sent] = fixture.feishu.sent();
  expect(sent?.text).toBe(text);
  // Answered, it is quoted as it was written.
  await fixture.feishu.say({ from: USER, text: "why?", quote: { text } });
  await until("the message", () => fixture.received.length === 1);
  expect(fixture.received[0]?.message.textWithQuote).toBe(`[引用: ${text}]\nwhy?`);
});
