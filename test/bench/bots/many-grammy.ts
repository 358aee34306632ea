/** grammY, many bots in one process, each polling as its own guide writes it. */
import { Bot } from "grammy";
import { holdBots } from "../many.ts";

holdBots(async ({ baseUrl, credentials: { token = "" } }) => {
  const bot = new Bot(token, { client: { apiRoot: baseUrl } });
  bot.on("message:text", (context) => context.reply(`echo ${context.message.text}`));
  await new Promise<void>((resolve) => void bot.start({ onStart: () => resolve() }));
});
