/** Ours: the echo is a stranger's plugin in the sandbox; each message once, each chat in order. */
import { createTelegramAdapter } from "@botwright/adapter-telegram";
import { createBot, createDispatcher, createMemoryInbox } from "@botwright/core";
import { createSandbox } from "@botwright/sandbox";

const [apiBase = "", token = ""] = process.argv.slice(2);

const sandbox = createSandbox();
const echo = await sandbox.load(`
export const meta = { slug: "echo" };
export async function handler({ bot, msg }) {
  await bot.reply(msg, "echo **" + msg.text + "**");
  return { handled: true };
}`);
const adapter = createTelegramAdapter({ token, apiBase });
const dispatcher = createDispatcher({ plugins: [echo], bot: createBot(adapter) });
const inbox = createMemoryInbox();
inbox.process((incoming) => dispatcher.dispatch(incoming));
await adapter.start((incoming) => inbox.accept(incoming));
console.log("ready");
