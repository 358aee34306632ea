import type { ChatModelInput, ImageModelInput } from "@botwright/core";
import { createHarness, type HarnessOptions } from "@botwright/harness";
import { describe, expect, test } from "vitest";
import { MODES, pluginIn } from "./modes.ts";
import "@botwright/harness/vitest";

const PNG = Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47]), Buffer.alloc(60, 1)]);

/** A model that answers with the number of messages that it was given, and keeps them. */
function createModel(answer?: (asked: ChatModelInput) => string) {
  const asked: ChatModelInput[] = [];
  const answers = (input: ChatModelInput | ImageModelInput): string => {
    if (!("messages" in input)) throw new Error("a picture was asked for");
    asked.push(input);
    return answer?.(input) ?? `answer ${input.messages.length}`;
  };
  return { asked, answers };
}

describe.each(MODES)("%s", (mode) => {
  const plugin = pluginIn(mode, "ai-chat");

  // spec: builtin.ai-chat
  test("answers with the first free model, and shows that it types, on every platform", async () => {
    const { asked, answers } = createModel();
    const models: HarnessOptions["models"] = {
      dear: { answers: "no", inputPrice: 1, outputPrice: 1 },
      free: { answers },
      other: { answers: "no" },
    };
    await using h = await createHarness(plugin, { models, credits: 5 });
    await h.onEveryPlatform(async (harness) => {
      const turn = await harness.user().says("Hello?");
      expect(turn.replies).toEqual(["answer 1"]);
      const operations = turn.calls.map(({ operation }) => operation);
      expect(operations.filter((name) => name !== "call.start")).toEqual([
        "bot.sendTyping",
        "aiService.getModelsByCategory",
        "aiService.isFreeModel",
        "aiService.isFreeModel",
        "storage.get",
        "aiService.callModel",
        "storage.set",
        "bot.cancelTyping",
        "bot.reply",
      ]);
      expect(harness.credits).toBe(5);
    });
    expect(asked.every(({ model, maxTokens }) => model === "free" && maxTokens === 1024)).toBe(
      true,
    );
    expect(asked[0]?.systemPrompt).toMatch(/^You are a friendly assistant/);
    expect(asked[0]).not.toHaveProperty("temperature");
  });

  test("remembers the conversation of each person, until it is cleared", async () => {
    const { asked, answers } = createModel();
    await using h = await createHarness(plugin, { models: { free: { answers } } });
    const [ann, ben] = [h.user("ann"), h.user("ben")];
    expect((await ann.says("one")).replies).toEqual(["answer 1"]);
    expect((await ann.says("two")).replies).toEqual(["answer 3"]);
    expect((await ben.says("one")).replies).toEqual(["answer 1"]);
    expect(asked[1]?.messages).toEqual([
      { role: "user", content: "one" },
      { role: "assistant", content: "answer 1" },
      { role: "user", content: "two" },
    ]);
    expect((await ann.says("/clear")).replies).toEqual(["I have forgotten what we talked about."]);
    expect((await ann.says("three")).replies).toEqual(["answer 1"]);
    expect((await ben.says("清空")).replies).toEqual(["好的，之前的对话我已经忘记了。"]);
    expect(await h.storage.keys()).toEqual([`history/${ann.id}`]);
  });

  test("20 people at once have 20 conversations", { tags: ["long"] }, async () => {
    const { answers } = createModel(({ messages }) =>
      messages.flatMap(({ content }) => (typeof content === "string" ? [content] : [])).join(" > "),
    );
    await using h = await createHarness(plugin, { models: { free: { answers } } });
    const people = Array.from({ length: 20 }, (_, index) => h.user(String(4000 + index)));
    await Promise.all(people.map((person) => person.says(`I am ${person.id}`)));
    const turns = await Promise.all(people.map((person) => person.says("who am I?")));
    expect(turns.map(({ replies }) => replies[0])).toEqual(
      people.map(({ id }) => `I am ${id} > I am ${id} > who am I?`),
    );
  });

  test("what it remembers is bounded in turns, bytes and time", async () => {
    const { asked, answers } = createModel();
    const config = { history_turns: 2, history_hours: 5 };
    await using h = await createHarness(plugin, { models: { free: { answers } }, config });
    const user = h.user();
    for (let number = 0; number < 5; number++) await user.says(`question ${number}`);
    expect(asked.map(({ messages }) => messages.length)).toEqual([1, 3, 5, 5, 5]);
    expect(asked[4]?.messages[0]?.content).toBe("question 2");
    h.clock.advance(6 * 3_600_000);
    expect((await user.says("later")).replies).toEqual(["answer 1"]);

    const long = createModel(() => "长".repeat(3000));
    const models = { free: { answers: long.answers } };
    await using other = await createHarness(plugin, { models, platform: "wechat" });
    for (let number = 0; number < 6; number++) await other.user().says("说".repeat(9000));
    const kept = await other.storage.get(`history/${other.user().id}`);
    expect(Buffer.byteLength(JSON.stringify(kept))).toBeLessThan(17 * 1024);
    expect(JSON.stringify(long.asked.at(-1)?.messages).length).toBeLessThan(30_000);
    expect(long.asked.at(-1)?.messages[0]?.role).toBe("user");

    await using none = await createHarness(plugin, {
      models: { free: { answers } },
      config: { history_turns: 0 },
    });
    await none.user().says("one");
    expect((await none.user().says("two")).replies).toEqual(["answer 1"]);
    expect(await none.storage.keys()).toEqual([]);
  });

  test("uses the model, the instructions and the length that the owner has set", async () => {
    const { asked, answers } = createModel();
    const config = { model: "dear", system_prompt: "Be a pirate.", max_tokens: "99999" };
    const models = {
      free: { answers: "no" },
      dear: { answers, inputPrice: 100, outputPrice: 100 },
    };
    await using h = await createHarness(plugin, { models, config });
    const { replies, credits } = await h.user().says("Hello?");
    expect(replies).toEqual(["answer 1"]);
    expect(credits).toBeGreaterThan(0);
    expect(asked).toMatchObject([{ model: "dear", systemPrompt: "Be a pirate.", maxTokens: 8192 }]);
  });

  test("spends nothing unless its settings say so", async () => {
    const models = { dear: { answers: "no", inputPrice: 1 } };
    await using h = await createHarness(plugin, { models });
    const { replies, typings } = await h.user().says("你好");
    expect(replies[0]).toMatch(/^现在没有免费的模型可用/);
    expect(typings).toBe(1);
    expect((await h.user().sendsImage(PNG)).replies[0]).toMatch(/no free model that sees pictures/);
  });

  test("shows a picture to a vision model, with its caption or a question", async () => {
    const chat = createModel();
    const vision = createModel(() => "a cat");
    const models: HarnessOptions["models"] = {
      free: { answers: chat.answers },
      eyes: { answers: vision.answers, category: "vision" },
    };
    await using h = await createHarness(plugin, { models });
    expect((await h.user().sendsImage(PNG, { caption: "Which animal?" })).replies).toEqual([
      "a cat",
    ]);
    const url = `data:image/png;base64,${PNG.toString("base64")}`;
    expect(vision.asked[0]?.messages).toEqual([
      {
        role: "user",
        content: [
          { type: "text", text: "Which animal?" },
          { type: "image_url", image_url: { url } },
        ],
      },
    ]);
    await h.user().says("Is it big?");
    expect(chat.asked[0]?.messages[0]).toEqual({
      role: "user",
      content: "[picture] Which animal?",
    });
    await h.user("ben").sendsImage(PNG);
    expect(JSON.stringify(vision.asked[1]?.messages)).toContain("Describe this picture.");
  });

  test.each([
    ["of another format", Buffer.from("BM, a bitmap of old"), /JPEG, PNG, GIF and WebP/],
    ["that is too large", Buffer.concat([PNG, Buffer.alloc(3_000_000)]), /at most 3 MB/],
  ])("says so of a picture %s", async (_what, bytes, said) => {
    const models = { eyes: { answers: "a cat", category: "vision" } } as const;
    await using h = await createHarness(plugin, { models });
    expect(await h.user().sendsImage(bytes)).toHaveReplied(said);
  });

  test("hears voice messages, reads quotes, and says what it cannot read", async () => {
    const { asked, answers } = createModel();
    const models = { free: { answers } };
    await using h = await createHarness(plugin, { models, platform: "wechat" });
    const silk = Buffer.from("silk");
    await h.user("ann").sendsVoice(silk, { transcription: "现在几点" });
    expect(asked[0]?.messages).toEqual([{ role: "user", content: "现在几点" }]);
    await h.user("ben").quotes("三点见", "为什么");
    expect(asked[1]?.messages).toEqual([{ role: "user", content: "[引用: 三点见]\n为什么" }]);
    expect((await h.user("eve").sendsVoice(silk)).replies[0]).toMatch(/^这段语音我没有听清/);
    expect((await h.user("eve").sendsFile(silk, "a.zip")).replies[0]).toMatch(/^我能读文字/);
    expect(asked).toHaveLength(2);
  });

  test("tells errors in words, stops typing and remembers nothing of them", async () => {
    const { asked, answers } = createModel(({ messages }) =>
      messages.length === 1 ? "" : `answer ${messages.length}`,
    );
    const models: HarnessOptions["models"] = {
      free: { answers: [{ error: "The provider is down" }, "fine", " "] },
      odd: { answers },
    };
    await using h = await createHarness(plugin, { models, config: { model: "free" } });
    const failed = await h.user().says("one");
    expect(failed.replies).toEqual(["I cannot answer now: The provider is down"]);
    expect(failed.calls.map(({ operation }) => operation)).toContain("bot.cancelTyping");
    expect((await h.user().says("two")).replies).toEqual(["fine"]);
    expect((await h.user().says("three")).replies[0]).toMatch(/^The model gave no answer/);
    expect(asked).toEqual([]);
    const dear = { dear: { answers: "x", inputPrice: 1e6, outputPrice: 1e6 } };
    const config = { model: "dear", language: "zh" };
    await using poor = await createHarness(plugin, { models: dear, config, credits: 0 });
    expect((await poor.user().says("hi")).replies[0]).toMatch(/^暂时无法回答：./);
  });

  test("an answer that is longer than a text may be is cut", async () => {
    const { answers } = createModel(() => `答${"😀".repeat(20_000)}`);
    const models = { free: { answers } };
    await using h = await createHarness(plugin, { models, platform: "wechat" });
    const { error, replies } = await h.user().says("请写长一点");
    expect(error).toBeUndefined();
    // 16,000 UTF-16 units would end within an emoji.
    expect(replies.join("")).toBe(`答${"😀".repeat(7999)}`);
  });

  test("settings of the wrong type are the defaults", async () => {
    const { asked, answers } = createModel();
    const config = {
      model: null,
      max_tokens: "many",
      history_turns: {},
      history_hours: [],
      system_prompt: false,
      language: 7,
    };
    await using h = await createHarness(plugin, { models: { free: { answers } }, config });
    await h.user().says("one");
    expect((await h.user().says("two")).replies).toEqual(["answer 3"]);
    expect(asked[0]).toMatchObject({ maxTokens: 1024 });
  });
});

test("a platform that refuses the typing indicator gets the answer all the same", async () => {
  const { answers } = createModel();
  const plugin = pluginIn("trusted", "ai-chat");
  if (typeof plugin === "string" || plugin instanceof URL) throw new Error("it is no file");
  const refusing = {
    ...plugin,
    handler: (context: Parameters<typeof plugin.handler>[0]) => {
      return plugin.handler({
        ...context,
        bot: { ...context.bot, sendTyping: refuse, cancelTyping: refuse },
      });
    },
  };
  await using h = await createHarness(refusing, { models: { free: { answers } } });
  expect((await h.user().says("hi")).replies).toEqual(["answer 1"]);
});

test("in the single-platform variant there are no models, and it passes", async () => {
  await using h = await createHarness(pluginIn("sandboxed", "ai-chat"), { variant: "single" });
  expect((await h.user().says("hi")).runs).toMatchObject([{ status: "passed" }]);
});

async function refuse(): Promise<never> {
  throw new Error("refused");
}
