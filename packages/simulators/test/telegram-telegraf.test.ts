import { Telegraf } from "telegraf";
import { message } from "telegraf/filters";
import { expect, test } from "vitest";
import { startSimulator } from "@botwright/simulators";
import { png } from "./raw-bot.ts";

test("telegraf answers a text with a text and a picture", async () => {
  await using stack = new AsyncDisposableStack();
  const sim = stack.use(await startSimulator("telegram"));
  const bot = new Telegraf(sim.credentials.token, { telegram: { apiRoot: sim.baseUrl } });
  const image = png(300, 200);
  bot.on(message("text"), async (ctx) => {
    await ctx.reply("here it is");
    await ctx.replyWithPhoto(
      { source: Buffer.from(image), filename: "图.png" },
      { caption: "a picture" },
    );
  });
  const launched = new Promise<void>((started, failed) => {
    bot.launch(() => started()).catch(failed);
  });
  await launched;
  stack.defer(() => bot.stop());

  await sim.say({ from: "1001", text: "show me" });

  expect(await sim.waitForSent(2)).toMatchObject([
    { to: "1001", type: "text", text: "here it is" },
    { to: "1001", type: "image", bytes: image, name: "图.png", text: "a picture" },
  ]);
});

test("telegraf downloads what was sent by its file link", async () => {
  await using sim = await startSimulator("telegram");
  const bot = new Telegraf(sim.credentials.token, { telegram: { apiRoot: sim.baseUrl } });
  sim.introduce({ id: "1001" });
  const source = Buffer.from("some words");
  const { document } = await bot.telegram.sendDocument(1001, { source, filename: "w.txt" });
  const link = await bot.telegram.getFileLink(document);
  const response = await fetch(link);
  expect(await response.text()).toBe("some words");
});
