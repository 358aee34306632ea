/** Ours: the echo is a stranger's plugin in the sandbox; each message once, each chat in order. */
import { createTelegramAdapter } from "@botwright/adapter-telegram";
import { createBotRuntime } from "@botwright/core";
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
await createBotRuntime({ adapter, plugins: [echo] }).start();
console.log("ready");
