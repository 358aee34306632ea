/**
 * Handles messages with a sandboxed plugin, many at once, and prints how many bytes of each message survive
 * the collections of new objects although nothing uses them. Needs `--expose-gc`, and so large a
 * `--min-semi-space-size` that nothing is collected while messages are handled.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { getHeapStatistics } from "node:v8";
import { createDispatcher } from "@botwright/core";
import { createSandbox } from "@botwright/sandbox";
import { createContext, createMessage } from "./context.ts";

const AT_ONCE = 50;
const ROUNDS = 20;

const collect = globalThis.gc;
if (collect === undefined) throw new Error("run it with --expose-gc");

await using sandbox = createSandbox();
const plugin = await sandbox.load(`
export const meta = { slug: "echo" };
export async function handler({ bot, msg, storage }) {
  await storage.get("seen");
  await bot.reply(msg, "echo " + msg.text);
  return { handled: true };
}`);
const { context } = createContext();
const { bot, storage } = context;
const silent = { ...bot, reply: async () => ({ status: "sent" }) as const };
const dispatcher = createDispatcher({
  plugins: [plugin],
  bot: silent,
  services: () => ({ storage }),
});
let last = 0;

async function handleMany(): Promise<void> {
  const all = Array.from({ length: AT_ONCE }, () => {
    last += 1;
    return dispatcher.dispatch({ id: String(last), message: createMessage(`m${last}`) });
  });
  const results = await Promise.all(all);
  if (results.some(({ handledBy }) => handledBy !== "echo")) throw new Error("not handled");
  // What a call leaves to a later turn is over too.
  await sleep(1);
  collect?.({ type: "minor" });
  collect?.({ type: "minor" });
}

for (let round = 0; round < ROUNDS; round++) await handleMany();
collect();
for (let round = 0; round < ROUNDS; round++) await handleMany();
const { used_heap_size: withGarbage } = getHeapStatistics();
collect();
const { used_heap_size: without } = getHeapStatistics();
console.log(JSON.stringify((withGarbage - without) / ROUNDS / AT_ONCE));
