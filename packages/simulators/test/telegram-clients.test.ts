import { Bot as GramioBot, MediaUpload } from "gramio";
import { Bot as NodeBot, InputFile } from "node-telegram-bot-api";
import { MediaSource, Telegram } from "puregram";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { startSimulator, type TelegramSimulator } from "@botwright/simulators";
import { png } from "./raw-bot.ts";

// One of them prints the poll that fails when the simulator ends.
beforeEach(() => {
  vi.spyOn(console, "error").mockReturnValue();
});
afterEach(() => {
  vi.restoreAllMocks();
});

const IMAGE = png(300, 200);
const NAME = "图.png";
const WORDS = "here it is";
const CAPTION = "a picture";

/**
 * Bots that were not written here, unchanged. Each answers a text with a text and a picture, and a file
 * with the words in it.
 */
type StartBot = (sim: TelegramSimulator) => Promise<AsyncDisposable>;

const startNodeBot: StartBot = async ({ credentials, baseUrl }) => {
  const bot = new NodeBot(credentials.token, { apiRoot: baseUrl });
  bot.on("message", async ({ message }) => {
    const chat_id = message?.chat.id ?? 0;
    if (message?.document === undefined) {
      await bot.api.sendMessage({ chat_id, text: WORDS });
      const photo = new InputFile(IMAGE, { filename: NAME });
      await bot.api.sendPhoto({ chat_id, photo, caption: CAPTION });
    } else {
      const { file_path: path } = await bot.api.getFile({ file_id: message.document.file_id });
      const file = await fetch(`${baseUrl}/file/bot${credentials.token}/${path}`);
      await bot.api.sendMessage({ chat_id, text: await file.text() });
    }
  });
  const polling = bot.startPolling();
  return {
    async [Symbol.asyncDispose]() {
      bot.stop();
      await polling;
    },
  };
};

const startGramioBot: StartBot = async ({ credentials, baseUrl }) => {
  const bot = new GramioBot(credentials.token, { api: { baseURL: `${baseUrl}/bot` } });
  bot.on("message", async (context) => {
    if (context.document === undefined) {
      await context.send(WORDS);
      const photo = MediaUpload.buffer(Buffer.from(IMAGE), NAME);
      await context.sendPhoto(photo, { caption: CAPTION });
    } else {
      await context.send(Buffer.from(await bot.downloadFile(context.document)).toString());
    }
  });
  await bot.start();
  return { [Symbol.asyncDispose]: () => bot.stop(0) };
};

const startPuregram: StartBot = async ({ credentials, baseUrl }) => {
  const bot = Telegram.fromToken(credentials.token, { apiBaseUrl: `${baseUrl}/bot` });
  bot.updates.on("message", async (context) => {
    if (context.text !== undefined) {
      await context.send(WORDS);
      const photo = MediaSource.buffer(Buffer.from(IMAGE), { filename: NAME });
      await context.sendPhoto(photo, { caption: CAPTION });
    } else if (context.attachment !== undefined) {
      await context.send(String(await bot.downloadFile(context.attachment)));
    }
  });
  await bot.updates.startPolling();
  return {
    async [Symbol.asyncDispose]() {
      bot.updates.stopPolling();
    },
  };
};

test.each([
  ["node-telegram-bot-api", startNodeBot],
  ["gramio", startGramioBot],
  ["puregram", startPuregram],
])("%s answers a text with a text and a picture, and reads a file", async (_name, start) => {
  await using stack = new AsyncDisposableStack();
  const sim = stack.use(await startSimulator("telegram", { guardMs: 0 }));
  stack.use(await start(sim));

  await sim.say({ from: "1001", text: "show me 👋" });
  await sim.waitForSent(2);
  await sim.say({ from: "1001", file: { bytes: Buffer.from("some words"), name: "文.txt" } });

  expect(await sim.waitForSent(3)).toMatchObject([
    { to: "1001", type: "text", text: WORDS },
    { to: "1001", type: "image", bytes: IMAGE, name: NAME, text: CAPTION },
    { to: "1001", type: "text", text: "some words" },
  ]);
  await vi.waitFor(() => expect(sim.pending()).toBe(0));
  expect(sim.requests().filter(({ status }) => status >= 400)).toEqual([]);
});
