import { Bot, InputFile, webhookCallback } from "grammy";
import { expect, test } from "vitest";
import { startSimulator, type TelegramSimulator } from "@botwright/simulators";
import { listenForHooks } from "./hook-server.ts";
import { png } from "./raw-bot.ts";

function grammy(sim: TelegramSimulator): Bot {
  return new Bot(sim.credentials.token, { client: { apiRoot: sim.baseUrl } });
}

/** Polls until the stack is disposed of. */
async function poll(bot: Bot, stack: AsyncDisposableStack): Promise<void> {
  const polling = new Promise<void>((started, failed) => {
    bot.start({ onStart: () => started() }).catch(failed);
  });
  await polling;
  stack.defer(() => bot.stop());
}

test("a text comes in by long poll and the reply goes out", async () => {
  await using stack = new AsyncDisposableStack();
  const sim = stack.use(await startSimulator("telegram", { botName: "Echo" }));
  const bot = grammy(sim);
  bot.on("message:text", (ctx) =>
    ctx.reply(`you said ${ctx.message.text}`, {
      reply_parameters: { message_id: ctx.message.message_id },
    }),
  );
  await poll(bot, stack);
  expect(bot.botInfo).toMatchObject({ first_name: "Echo", is_bot: true });

  const { messageId } = await sim.say({ from: "1001", text: "hello" });
  await sim.say({ from: "1002", text: "你好 👋" });

  expect(await sim.waitForSent(2)).toMatchObject([
    { to: "1001", type: "text", text: "you said hello", quotes: { messageId, text: "hello" } },
    { to: "1002", type: "text", text: "you said 你好 👋" },
  ]);
});

test("a quoted message comes with its author", async () => {
  await using stack = new AsyncDisposableStack();
  const sim = stack.use(await startSimulator("telegram", { botName: "Echo" }));
  sim.introduce({ id: "7", name: "Reader Example" });
  const bot = grammy(sim);
  const replies: unknown[] = [];
  bot.on("message:text", async (ctx) => {
    replies.push([ctx.message.reply_to_message?.text, ctx.message.reply_to_message?.from]);
    await ctx.reply("ok");
  });
  await poll(bot, stack);
  await sim.say({ from: "7", text: "first" });
  await sim.waitForSent(1);
  await sim.say({ from: "7", text: "about your answer", quote: { text: "ok" } });
  await sim.say({ from: "7", text: "about mine", quote: { text: "first", from: "7" } });
  await sim.say({ from: "7", text: "about something old", quote: { text: "long ago", from: "7" } });
  await sim.waitForSent(4);
  const reader = expect.objectContaining({ first_name: "Reader", last_name: "Example" });
  expect(replies).toEqual([
    [undefined, undefined],
    ["ok", expect.objectContaining({ first_name: "Echo", is_bot: true })],
    ["first", reader],
    ["long ago", reader],
  ]);
});

test("a photo and a document are downloaded by getFile", async () => {
  await using stack = new AsyncDisposableStack();
  const sim = stack.use(await startSimulator("telegram"));
  const bot = grammy(sim);
  const got: Uint8Array[] = [];
  const download = async (path: string | undefined): Promise<void> => {
    const response = await fetch(`${sim.baseUrl}/file/bot${bot.token}/${path}`);
    got.push(await response.bytes());
  };
  bot.on("message:photo", async (ctx) => {
    const file = await ctx.getFile();
    await download(file.file_path);
    await ctx.reply(`${ctx.message.photo.length} sizes, ${ctx.message.caption}`);
  });
  bot.on("message:document", async (ctx) => {
    const file = await ctx.getFile();
    await download(file.file_path);
    await ctx.reply(`${ctx.message.document.file_name} ${ctx.message.document.mime_type}`);
  });
  await poll(bot, stack);

  const image = png(1000, 500);
  const bytes = new TextEncoder().encode("a,b\n1,2\n");
  await sim.say({ from: "1001", image: { bytes: image }, caption: "look" });
  await sim.say({ from: "1001", file: { bytes, name: "表.csv" } });

  const sent = await sim.waitForSent(2);
  expect(sent.map(({ text }) => text)).toEqual(["4 sizes, look", "表.csv text/csv"]);
  expect(got).toEqual([image, bytes]);
});

test("uploads arrive with their bytes and names", async () => {
  await using sim = await startSimulator("telegram");
  const bot = grammy(sim);
  sim.introduce({ id: "1001" });
  const image = png(20, 10);
  const bytes = new Uint8Array(200_000).map((_, index) => (index * 7919) % 256);

  const sent = await bot.api.sendPhoto(1001, new InputFile(image, "p.png"), { caption: "hi" });
  await bot.api.sendDocument(1001, new InputFile(bytes, "报告 1.pdf"));
  await bot.api.sendVideo(1001, new InputFile(bytes, "v.mp4"), { duration: 3 });
  await bot.api.sendVoice(1001, new InputFile(bytes, "v.ogg"));
  await bot.api.sendPhoto(1001, sent.photo[0]?.file_id ?? "");

  expect(sent).toMatchObject({ caption: "hi", photo: [{ width: 20, height: 10 }] });
  expect(sim.sent()).toMatchObject([
    { type: "image", bytes: image, name: "p.png", text: "hi" },
    { type: "file", bytes, name: "报告 1.pdf" },
    { type: "video", bytes, name: "v.mp4" },
    { type: "voice", bytes, name: "v.ogg" },
    { type: "image", bytes: image },
  ]);
});

test("updates come by webhook, with the secret", async () => {
  await using sim = await startSimulator("telegram");
  const bot = grammy(sim);
  bot.on("message:text", (ctx) => ctx.reply(ctx.message.text.toUpperCase()));
  const handle = webhookCallback(bot, "http", { secretToken: "s3cret" });
  await using hook = await listenForHooks(handle);
  await bot.api.setWebhook(hook.url, { secret_token: "s3cret" });

  await sim.say({ from: "1001", text: "over the hook" });

  expect(await sim.waitForSent(1)).toMatchObject([{ text: "OVER THE HOOK" }]);
  await expect.poll(() => sim.pending()).toBe(0);
});

test("grammY waits as long as a 429 says, and stops when its token is revoked", async () => {
  await using sim = await startSimulator("telegram");
  const bot = grammy(sim);
  bot.on("message:text", (ctx) => ctx.reply("ok"));
  sim.fault("rate-limit", { method: "getUpdates", retryAfter: 0 });
  const stopped = bot.start();
  await sim.say({ from: "1001", text: "hello" });
  await sim.waitForSent(1);
  sim.fault("revoked-credentials");
  await expect(stopped).rejects.toMatchObject({ error_code: 401, description: "Unauthorized" });
});
