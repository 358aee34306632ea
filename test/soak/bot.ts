/** The bot of the soak test, in a separate process; reports its heap on request. */
import { createTelegramAdapter } from "@botwright/adapter-telegram";
import { createBotRuntime, createMemoryInbox } from "@botwright/core";
import { createSandbox } from "@botwright/sandbox";

const [apiBase = "", token = ""] = process.argv.slice(2);

const sandbox = createSandbox();
const echo = await sandbox.load(`
export const meta = { slug: "echo" };
let calls = 0;
export async function handler({ bot, msg, storage }) {
  const count = (await storage.get(msg.from)) ?? 0;
  await storage.set(msg.from, count + 1);
  await bot.reply(msg, "**" + msg.text + "** " + (++calls) + " " + count);
  return { handled: true };
}`);
const adapter = createTelegramAdapter({ token, apiBase, pollTimeoutSeconds: 1 });
const inbox = createMemoryInbox({ capacity: 2000 });
await createBotRuntime({ adapter, plugins: [echo], inbox }).start();

process.on("message", () => {
  globalThis.gc?.();
  process.send?.(process.memoryUsage());
});
process.send?.("ready");
