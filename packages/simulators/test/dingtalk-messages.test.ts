import { expect, test } from "vitest";
import { type DingtalkPush, startSimulator } from "@botwright/simulators";
import { authorized, listenForBodies, until } from "./dingtalk-robot.ts";

const text = expect.any(String);
const media = { bytes: Buffer.from("words"), name: "w.pdf", transcription: "buy milk" };
const from = "staff1";

/** A robot in HTTP mode, and what is pushed to it. */
async function openFixture() {
  const sim = await startSimulator("dingtalk", { clock: () => 1_800_000_000_000 });
  const bodies: Record<string, unknown>[] = [];
  const hook = await listenForBodies((body) => bodies.push(body));
  sim.setCallback(hook.url);
  return {
    sim,
    bodies,
    /** The body of a message, once it is pushed. */
    async pushed(message: DingtalkPush): Promise<Record<string, unknown>> {
      const { id } = await sim.push(message);
      return until(() => {
        const body = bodies.find(({ msgId }) => msgId === id);
        if (body === undefined) throw new Error("not pushed yet");
        return body;
      });
    },
    async [Symbol.asyncDispose]() {
      await sim.close();
      await hook[Symbol.asyncDispose]();
    },
  };
}

const kinds: [message: Omit<DingtalkPush, "from">, fields: Record<string, unknown>][] = [
  [{ text: "hello" }, { msgtype: "text", text: { content: "hello" } }],
  [
    { msgtype: "picture", media },
    { msgtype: "picture", content: { downloadCode: text, pictureDownloadCode: text } },
  ],
  [
    { msgtype: "audio", media },
    { msgtype: "audio", content: { downloadCode: text, recognition: "buy milk" } },
  ],
  [
    { msgtype: "video", media },
    { msgtype: "video", content: { duration: "3", videoType: "mp4", downloadCode: text } },
  ],
  [
    { msgtype: "file", media },
    {
      msgtype: "file",
      content: { spaceId: text, fileName: "w.pdf", downloadCode: text, fileId: text },
    },
  ],
  [
    { msgtype: "richText", richText: ["see ", media] },
    {
      msgtype: "richText",
      content: {
        richText: [
          { text: "see " },
          { type: "picture", downloadCode: text, pictureDownloadCode: text },
        ],
      },
    },
  ],
  [
    { msgtype: "richText", richText: [{ at: "Bob" }, " look"] },
    { content: { richText: [{ type: "at", atName: "Bob" }, { text: " look" }] } },
  ],
  [
    { msgtype: "chatRecord", forwarded: [{ sender: "Ann", text: "three?" }] },
    { content: { summary: "Ann: three?", chatRecord: expect.stringContaining('"three?"') } },
  ],
  [
    { msgtype: "markdown", content: { title: "t", text: "**b**" } },
    { msgtype: "markdown", content: { title: "t", text: "**b**" } },
  ],
  [{ msgtype: "unknownMsgType" }, { msgtype: "unknownMsgType", content: { unknownMsgType: text } }],
  [{ fields: { createAt: "1800000000000" } }, { createAt: "1800000000000" }],
  [{ fields: { senderStaffId: undefined } }, { senderNick: from }],
  [
    { fields: { conversationType: "2" } },
    {
      conversationType: "2",
      conversationTitle: text,
      isInAtList: true,
      atUsers: [{ dingtalkId: "$:LWCP_v1:$robot" }],
    },
  ],
];

test.each(kinds)("the body of %j", async (message, fields) => {
  await using fixture = await openFixture();
  const { sim } = fixture;
  const body = await fixture.pushed({ from, ...message });
  expect(body).toMatchObject({
    msgId: expect.stringMatching(/^msg.*==$/),
    createAt: 1_800_000_000_000,
    conversationType: "1",
    conversationId: expect.stringMatching(/^cid/),
    senderId: expect.stringMatching(/^\$:LWCP_v1:\$/),
    chatbotUserId: "$:LWCP_v1:$robot",
    robotCode: sim.credentials.robot_code,
    sessionWebhook: expect.stringContaining("/robot/sendBySession?session="),
    sessionWebhookExpiredTime: 1_800_005_400_000,
    ...fields,
  });
});

test("the name of a person is the nick of their messages; without one it is their id", async () => {
  await using fixture = await openFixture();
  expect(await fixture.pushed({ from: "ann", text: "hi" })).toMatchObject({ senderNick: "ann" });
  fixture.sim.introduce({ id: "ann", name: "Ann Lee" });
  expect(await fixture.pushed({ from: "ann", text: "hi" })).toMatchObject({
    senderNick: "Ann Lee",
  });
});

test("content may come as text", async () => {
  await using fixture = await openFixture();
  const { content } = await fixture.pushed({ from, msgtype: "file", media, asText: true });
  expect(JSON.parse(String(content))).toMatchObject({ fileName: "w.pdf" });
});

const quoted: [message: Omit<DingtalkPush, "from">, content: Record<string, unknown>][] = [
  [{ text: "hello" }, { text: "hello" }],
  [{ msgtype: "picture", media }, { downloadCode: text }],
  [
    { msgtype: "audio", media },
    { downloadCode: text, recognition: "buy milk" },
  ],
  [{ msgtype: "video", media }, { downloadCode: text }],
  [
    { msgtype: "file", media },
    { fileName: "w.pdf", downloadCode: text },
  ],
  [
    { msgtype: "richText", richText: ["see ", media] },
    {
      richText: [
        { msgType: "text", content: "see " },
        { msgType: "picture", downloadCode: text },
      ],
    },
  ],
];

test.each(quoted)("an answer to %j", async (message, content) => {
  await using fixture = await openFixture();
  const first = await fixture.pushed({ from, ...message });
  const { msgId, msgtype, senderId } = first;
  const answer = await fixture.pushed({ from, text: "yes", quote: { id: String(msgId) } });
  const createdAt = 1_800_000_000_000;
  expect(answer).toMatchObject({ originalMsgId: msgId });
  expect(answer).not.toHaveProperty("originalProcessQueryKey");
  expect(answer["text"]).toEqual({
    content: "yes",
    isReplyMsg: true,
    repliedMsg: { msgType: msgtype, msgId, senderId, createdAt, content },
  });
});

const repliedTo = (body: Record<string, unknown>): unknown => Object(body["text"])["repliedMsg"];

test("the text that is answered comes in four forms", async () => {
  await using fixture = await openFixture();
  const { msgId } = await fixture.pushed({ from, text: "hello" });
  const id = String(msgId);
  const said = async (more: Partial<DingtalkPush>): Promise<unknown> =>
    repliedTo(await fixture.pushed({ from, ...more }));
  expect(await said({ quote: { id, as: "content" } })).toMatchObject({
    content: { content: "hello" },
  });
  expect(await said({ quote: { id, as: "sealed" } })).toMatchObject({
    content: { text: expect.stringMatching(/\|\|\d\|\|\d\|\|\d+$/) },
  });
  expect(await said({ quote: { id, as: "ids" } })).toEqual({ msgId });
  const written = await said({ quote: { id }, asText: true });
  expect(JSON.parse(String(written))).toMatchObject({ content: { text: "hello" } });
});

test("a rich text that answers says so in its content", async () => {
  await using fixture = await openFixture();
  const quote = { text: "hello" };
  const { content } = await fixture.pushed({ from, msgtype: "richText", richText: ["a"], quote });
  expect(content).toMatchObject({
    richText: [{ text: "a" }],
    isReplyMsg: true,
    repliedMsg: { content: { text: "hello" } },
  });
});

test("a quote names its author: the robot, or the person that the test names", async () => {
  await using fixture = await openFixture();
  const { sim } = fixture;
  const first = await fixture.pushed({ from, text: "hello" });
  const { processQueryKey } = await (
    await authorized(sim)
  ).batchSend("sampleText", {
    content: "hello",
  });
  const answer = async (quote: DingtalkPush["quote"]): Promise<Record<string, unknown>> =>
    fixture.pushed({ from, text: "mine?", ...(quote !== undefined && { quote }) });
  const mine = await answer({ text: "hello", from });
  expect(repliedTo(mine)).toMatchObject({ msgId: first["msgId"], senderId: first["senderId"] });
  const yours = await answer({ text: "hello" });
  const robot = first["chatbotUserId"];
  expect(yours).toMatchObject({ originalProcessQueryKey: processQueryKey });
  expect(repliedTo(yours)).toMatchObject({ senderId: robot, msgId: yours["originalMsgId"] });
  // No message of this chat has this text, whatever was written elsewhere: it is made up.
  await sim.say({ from: "somebody else", text: "secret" });
  expect(repliedTo(await answer({ text: "secret" }))).toMatchObject({
    senderId: robot,
    content: { text: "secret" },
  });
  await expect(sim.push({ from, quote: { id: "msgUnknown==" } })).rejects.toMatchObject({
    code: "INVALID_INPUT",
  });
});
