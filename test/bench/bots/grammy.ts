/** grammY's echo bot as its own guide writes it: in its process, one update after the other. */
import { Bot } from "grammy";

const [apiRoot = "", token = ""] = process.argv.slice(2);

const bot = new Bot(token, { client: { apiRoot } });
bot.on("message:text", (context) => context.reply(`echo ${context.message.text}`));
await bot.start({ onStart: () => console.log("ready") });
