import { createBot, createDispatcher, type Variant } from "@botwright/core";
import { createSandbox } from "@botwright/sandbox";
import { afterAll, expect, test } from "vitest";
import { SILK } from "./echo-plugin.ts";
import { openPlatform } from "./open-platform.ts";

/** Answers a voice message with a voice message, where there is such a thing. */
const PLUGIN = `
  export const meta = { slug: "echo-voice", name: "Echo" };
  export async function handler({ bot, msg, mediaBuffer }) {
    const options = { encodeType: 6, sampleRate: 24000, playtime: msg.voice.playtime };
    const { status } = await bot.sendVoice(msg.from, mediaBuffer, msg.contextToken, options);
    if (status === "ignored") {
      await bot.reply(msg, "no voice, listed: " + Object.keys(bot).includes("sendVoice"));
    }
    return { handled: true };
  }`;

const sandbox = createSandbox();
afterAll(() => sandbox.close());

/** Runs the plugin on WeChat for one voice message. */
async function answerVoice(variant: Variant): Promise<{
  answer: unknown;
  /** What the last send said beside the medium. */
  item: unknown;
}> {
  await using opened = await openPlatform("wechat");
  const { adapter, simulator, users } = opened;
  const bot = createBot(adapter, { variant });
  const dispatcher = createDispatcher({ plugins: [await sandbox.load(PLUGIN)], bot, variant });
  await adapter.start((incoming) => dispatcher.dispatch(incoming));
  await simulator.say({ from: users[0], voice: { bytes: SILK, transcription: "hello" } });
  const [answer] = await simulator.waitForSent(1);
  const send = simulator.requests().findLast(({ call }) => call === "sendmessage");
  return { answer, item: send?.params["msg"] };
}

// spec: single.send-voice
test("in the single-platform variant a plugin answers with voice, byte for byte", async () => {
  const { answer, item } = await answerVoice("single");
  expect(answer).toMatchObject({ type: "voice", to: "one@im.wechat" });
  expect(answer).toHaveProperty("bytes", new Uint8Array(SILK));
  const format = { encode_type: 6, sample_rate: 24_000, playtime: 2000 };
  expect(item).toMatchObject({ item_list: [{ voice_item: format }] });
});

// spec: multi.no-send-voice
test("in the multi-platform variant the same plugin sends nothing by bot.sendVoice", async () => {
  const { answer } = await answerVoice("multi");
  expect(answer).toMatchObject({ type: "text", text: "no voice, listed: false" });
});
