/**
 * Koishi with Satori's Telegram adapter, polling: each update through its session and its middlewares, all at
 * once, without a database.
 */
import { createRequire } from "node:module";

// Their ES modules do not load in Node 24, their CommonJS does.
const require = createRequire(import.meta.url);
const { Context, HTTP, Universal } = require("koishi");
const { TelegramBot } = require("@satorijs/adapter-telegram");

const [endpoint = "", token = ""] = process.argv.slice(2);

// The simulator has neither profile photos nor lists of commands.
TelegramBot.prototype.setAvatarUrl = async () => {};
const context = new Context();
context.plugin(HTTP);
context.plugin(TelegramBot, { protocol: "polling", slash: false, token, endpoint });
context.middleware(({ content }) => `echo ${content}`);
context.on("login-updated", ({ bot }) => {
  if (bot.status === Universal.Status.ONLINE) console.log("ready");
});
await context.start();
