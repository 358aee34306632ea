/** grammY's echo bot once more, telling when its handler asks for the reply. */
import { Bot } from "grammy";
import { mark } from "./marks.ts";

const [apiRoot = "", token = ""] = process.argv.slice(2);

const bot = new Bot(token, { client: { apiRoot } });
bot.on("message:text", (context) => {
  mark("reply-begun");
  return context.reply(`echo ${context.message.text}`);
});
await bot.start({ onStart: () => console.log("ready") });
