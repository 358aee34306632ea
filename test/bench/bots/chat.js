/** Vercel's Chat SDK with its Telegram adapter; "concurrent" is its way that answers every message. */
import { createMemoryState } from "@chat-adapter/state-memory";
import { createTelegramAdapter } from "@chat-adapter/telegram";
import { Chat } from "chat";

const [apiUrl = "", botToken = ""] = process.argv.slice(2);

const telegram = createTelegramAdapter({ apiUrl, botToken, mode: "polling" });
const bot = new Chat({
  userName: "bench",
  adapters: { telegram },
  state: createMemoryState(),
  concurrency: "concurrent",
  logger: "silent",
});
bot.onDirectMessage(async (thread, message) => {
  await thread.post(`echo ${message.text}`);
});
await bot.initialize();
console.log("ready");
