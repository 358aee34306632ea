/**
 * The contract of a harness's chat: what people do in the memory chat looks to the bot, and what the
 * bot does looks to people, as on the platform's simulator through the real adapter.
 */
import {
  type BotAdapter,
  createBot,
  createBotRuntime,
  definePlugin,
  describeError,
  type ParsedMessage,
  PLATFORMS,
  silentLogger,
} from "@botwright/core";
import {
  type MediaType,
  mediaContent,
  placeTranscription,
  type UserMessage,
} from "@botwright/simulators";
import { expect, test } from "vitest";
import { capabilitiesOf } from "../src/chat/capabilities.ts";
import type { Chat } from "../src/chat/chat.ts";
import { createMemoryChat } from "../src/chat/memory-chat.ts";
import { createMessageResults } from "../src/turns/message-results.ts";
import { featuresOf } from "../src/chat/platform-features.ts";
import { createSimulatedChat } from "../src/chat/simulated-chat.ts";
import { createVirtualTime } from "../src/time/virtual-time.ts";

const logger = silentLogger;
const time = createVirtualTime(Date.UTC(2026, 0, 5));
const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII=",
  "base64",
);
/** Adapters look at the first bytes, and send what is no video as a file. */
const MP4 = Buffer.from("\0\0\0\x18ftypisom\0\0\x02\0isommp41\0\0\0\x08mdat", "latin1");
const MEDIA: readonly MediaType[] = ["image", "voice", "video", "file"];

/** What stays the same when ids, times and sizes that the platform chooses are left out. */
function contentOf(message: ParsedMessage): unknown {
  const { type, text, from, contextToken, quotedMessage, voice, file } = message;
  return {
    type,
    text,
    from,
    hasToken: contextToken !== "",
    quoted: quotedMessage && [quotedMessage.title, quotedMessage.text],
    withQuote: message.textWithQuote,
    heard: voice?.text,
    file: file && [file.file_name, file.len],
    media: MEDIA.filter((kind) => message[kind] !== undefined),
  };
}

/** What becomes of media that are empty, or one byte too large. */
async function refusalsOf(bot: BotAdapter, to: string): Promise<unknown> {
  const { mediaLimits } = capabilitiesOf(bot.platform);
  const bytesOf = (type: MediaType): Buffer[] => {
    const { max } = mediaLimits[type] ?? {};
    return [Buffer.alloc(0), ...(max === undefined ? [] : [Buffer.alloc(max + 1)])];
  };
  const sends = [
    ...bytesOf("image").map((bytes) => bot.sendImage(to, bytes)),
    ...bytesOf("video").map((bytes) => bot.sendVideo(to, bytes)),
    ...bytesOf("file").map((bytes) => bot.sendFile(to, bytes, "list.csv")),
  ];
  return Promise.all(
    sends.map((send) =>
      send.then(
        ({ status }) => status,
        (error) => describeError(error).code,
      ),
    ),
  );
}

/** People send everything that the platform has, the bot answers with everything that it has. */
async function observe(chat: Chat): Promise<unknown> {
  const received: unknown[] = [];
  const { adapter } = chat;
  const { captions, quotes, transcriptions } = featuresOf(adapter.platform);
  const bot = createBot(adapter);
  const from = chat.idOf("ann");
  const results = createMessageResults();
  const observer = definePlugin({
    meta: { slug: "observer" },
    async handler({ msg }) {
      let message = msg;
      const tied = bot.forCall?.({
        onDownload: (item) => {
          if ("md5" in item) message = { ...msg, file: item };
        },
      });
      const { image, file } = msg;
      const bytes =
        (image && (await tied?.downloadImage(image))) ?? (file && (await tied?.downloadFile(file)));
      received.push({ ...Object(contentOf(message)), bytes: bytes?.length });
      return { handled: true };
    },
  });
  await using runtime = createBotRuntime({
    adapter,
    plugins: [observer],
    onEvent: results.onEvent,
  });
  await runtime.start();
  const say = async (message: UserMessage): Promise<unknown> =>
    results.of(await chat.say(placeTranscription(adapter.platform, message)));
  await say({ from, text: "hello" });
  if (quotes) await say({ from, text: "yes", quote: { text: "hello", from } });
  for (const type of MEDIA) {
    const media = {
      bytes: PNG,
      name: "dot.png",
      ...(type === "voice" && transcriptions && { transcription: "three o'clock" }),
    };
    await say({ from, ...mediaContent(type, media) });
  }
  await bot.sendText(from, "which?");
  if (quotes) await say({ from, text: "this", quote: { text: "which?" } });
  if (captions) await say({ from, image: { bytes: PNG }, caption: "look" });
  const receipts = [
    await bot.sendText(from, "one\ntwo"),
    await bot.sendText(from, " "),
    await bot.sendText(from, `${"long ".repeat(1500)}end`),
    await bot.sendImage(from, PNG),
    await bot.sendVideo(from, MP4),
    await bot.sendFile(from, PNG, "list.csv"),
  ];
  const refusals = await refusalsOf(bot, from);
  await bot.sendTyping(from);
  await bot.cancelTyping(from);
  const seen = {
    received,
    receipts: receipts.map(({ status }) => status),
    refusals,
    sent: chat.sent().map(({ type, to, text, bytes, name, messageId }) => ({
      type,
      to,
      text,
      size: bytes?.length,
      name: type === "file" ? name : undefined,
      hasId: messageId !== "",
    })),
    typings: chat.typings(),
  };
  // Ids have another form on each platform.
  const text = JSON.stringify(seen).replaceAll(from, "ann");
  return JSON.parse(text);
}

test.each(PLATFORMS)("the memory chat behaves as %s does", async (platform) => {
  await using simulated = await createSimulatedChat({ platform, logger });
  await using memory = createMemoryChat({ platform, time });
  expect(await observe(memory)).toEqual(await observe(simulated));
});
