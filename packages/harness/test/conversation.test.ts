import fc from "fast-check";
import { expect, test } from "vitest";
import { anyCharacter } from "../../../test/arbitraries.ts";
import { formatLine, parseConversation } from "../src/turns/conversation-lines.ts";
import { createHarness, HarnessError, playConversation } from "../src/index.ts";

const CLERK = `
  export const meta = { slug: "clerk" };
  export async function handler({ bot, msg, mediaBuffer, quotedMessage }) {
    if (msg.type !== "text") {
      await bot.reply(msg, msg.type + " " + mediaBuffer.length + " " + msg.text);
      return { handled: true };
    }
    if (msg.text === "list") await bot.sendFile(msg.from, Buffer.from("1,2"), "list.csv");
    else if (msg.text === "time") await bot.reply(msg, new Date().toISOString());
    else if (msg.text === "lines") await bot.reply(msg, "one\\n\\ntwo\\nthree");
    else if (quotedMessage) await bot.reply(msg, msg.text + " to " + quotedMessage.item.text);
    else if (msg.text === "fail") throw new Error("out of ink");
    else return { handled: false };
    return { handled: true };
  }`;

test("what is written is played", async () => {
  await using h = await createHarness(CLERK);
  const turns = await playConversation(
    h,
    `
    ann: list
    bot [file list.csv]
    ben: hello
    (no answer)
    ann: lines
    bot: one

      two
      three
    ann [image cat.png]: my cat
    bot: image 3 my cat
    ann answering "three o'clock?": yes
    bot: yes to three o'clock?

    ann: time
    bot: 2026-01-05T09:00:00.000Z
    (2 hours later)
    ann: time
    bot: 2026-01-05T11:00:00.000Z
    `,
    { files: { "cat.png": Buffer.from("cat") } },
  );
  expect(turns).toHaveLength(7);
});

test.each([
  ["another text", "ann: list\nbot: 1,2", "Instead:\nbot [file list.csv]"],
  ["another name", "ann: list\nbot [file a.csv]", "Instead:\nbot [file list.csv]"],
  ["no answer", "ann: hello\nbot: hello", "Instead:\n(no answer)"],
  ["an answer to no answer", "ann: lines", "Expected:\n(no answer)\n\nInstead:\nbot: one\n\n  two"],
  ["a failure", "ann: fail\nbot: done", "The plugin has failed: "],
])("it tells of %s", async (_what, conversation, message) => {
  await using h = await createHarness(CLERK);
  await expect(playConversation(h, conversation)).rejects.toMatchObject({
    code: "EXPECTATION_FAILED",
    message: expect.stringContaining(message),
  });
});

/** Texts as people can write them down: a line that begins with blanks would belong to the one above. */
const writable = fc
  .array(fc.stringMatching(/^\S[\S ]{0,20}\S$/), { minLength: 1, maxLength: 4 })
  .map((lines) => lines.join("\n"));
const types = fc.constantFrom("text" as const, "image" as const, "file" as const);
const writtenMessage = fc.record({
  from: fc.constantFrom("ann", "ben", "bot"),
  type: types,
  text: writable,
  name: fc.option(fc.stringMatching(/^[a-z]{1,8}\.[a-z]{3}$/), { nil: undefined }),
});

test("what is written down is read again as it was", () => {
  fc.assert(
    fc.property(fc.array(writtenMessage), (messages) => {
      const first = { from: "ann", type: "text" as const, text: "hi", name: undefined };
      const written = [first, ...messages].map(({ name, ...rest }) =>
        rest.type === "text" ? { ...rest, name: undefined } : { ...rest, name },
      );
      const read = parseConversation(written.map(formatLine).join("\n"));
      expect(read).toMatchObject(written);
      expect(read).toHaveLength(written.length);
    }),
  );
});

/** The code of what it throws; `undefined` when it throws nothing. */
function codeOf(run: () => void): unknown {
  try {
    run();
    return undefined;
  } catch (error) {
    return error instanceof HarnessError ? error.code : error;
  }
}

test("no text makes the reader fail otherwise than by its own error", () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter }), (text) => {
      expect(codeOf(() => parseConversation(text))).toBeOneOf([undefined, "INVALID_CONVERSATION"]);
    }),
  );
});

test.each([
  ["ann: hello\n(later)", "Line 2 cannot be read: (later)"],
  ["bot: hello", "Line 1 cannot be read: what the bot says"],
  ["ann: time\n(2 hours later)\nbot: hello", "Line 3 cannot be read: what the bot says"],
  ["ann: hello\nbot: hello\n(no answer)", 'Line 3 cannot be read: "(no answer)"'],
  ['ann: hello\nbot answering "hello": yes', "Line 2 cannot be read: what the bot quotes"],
])("a line that would not be checked is refused: %j", async (conversation, message) => {
  await using h = await createHarness(CLERK);
  await expect(playConversation(h, conversation)).rejects.toMatchObject({
    code: "INVALID_CONVERSATION",
    message: expect.stringContaining(message),
  });
});

test("what a platform cannot bring is refused before it is said", async () => {
  await using h = await createHarness(CLERK, { platform: "wecom" });
  expect(h.features).toEqual({ captions: false, quotes: false, transcriptions: true });
  const user = h.user();
  const refused = { code: "NOT_ON_THIS_PLATFORM" };
  await expect(user.says("yes", { quote: { text: "?" } })).rejects.toMatchObject({
    ...refused,
    message: expect.stringContaining("on wecom have no quotes, those on wechat, feishu,"),
  });
  await expect(user.sendsImage(Buffer.of(1), { caption: "?" })).rejects.toMatchObject(refused);
  expect((await user.sendsVoice(Buffer.of(1), { transcription: "two" })).replies).toEqual([
    "voice 1 two",
  ]);
});

// spec: message.text
test("the words of a voice message arrive on the default platform, and through its real adapter", async () => {
  await using h = await createHarness(CLERK);
  const said = { transcription: "two" };
  expect(h.features.transcriptions).toBe(true);
  expect((await h.user().sendsVoice(Buffer.of(1), said)).replies).toEqual(["voice 1 two"]);
  const wire = await h.on("telegram");
  expect((await wire.user().sendsVoice(Buffer.of(1), said)).replies).toEqual(["voice 1 two"]);
  await using feishu = await createHarness(CLERK, { platform: "feishu" });
  await expect(feishu.user().sendsVoice(Buffer.of(1), said)).rejects.toMatchObject({
    code: "NOT_ON_THIS_PLATFORM",
    message: expect.stringContaining("have no transcriptions"),
  });
});

test("one's own message and the bot's can be quoted, wherever there are quotes", async () => {
  await using h = await createHarness(`
    export async function handler({ bot, msg }) {
      await bot.reply(msg, "heard: " + (msg.textWithQuote ?? msg.text).replace("\\n", " "));
      return { handled: true };
    }`);
  await h.onEveryPlatform(async (on) => {
    if (!on.features.quotes) return;
    const ann = on.user("ann");
    await ann.says("three o'clock?");
    const own = await ann.quotes("three o'clock?", "or four");
    expect(own.replies).toEqual(["heard: [引用: three o'clock?] or four"]);
    const bots = await ann.quotes("heard: three o'clock?", "yes");
    expect(bots.replies).toEqual(["heard: [引用: heard: three o'clock?] yes"]);
  });
});
