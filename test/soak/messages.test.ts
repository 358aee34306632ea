import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { startSimulator } from "@botwright/simulators";
import { expect, test } from "vitest";

const CHATS = 500;
const WARM_UP = 10_000;
const MESSAGES = 60_000;

/** What the bot's process holds after a collection, in MiB. */
function memoryOf(bot: ChildProcess): Promise<{ heap: number; rss: number }> {
  return new Promise((resolve) => {
    bot.once("message", ({ heapUsed, rss }: NodeJS.MemoryUsage) =>
      resolve({ heap: heapUsed / 2 ** 20, rss: rss / 2 ** 20 }),
    );
    bot.send("memory");
  });
}

test("60,000 messages are answered in order, through lost polls, and memory stays level", async () => {
  await using simulator = await startSimulator("telegram", { requestLog: 100 });
  const file = fileURLToPath(new URL("bot.ts", import.meta.url));
  const bot = fork(file, [simulator.baseUrl, simulator.credentials.token], {
    execArgv: ["--conditions=@botwright/source", "--expose-gc"],
  });
  await once(bot, "message");

  let said = 0;
  const run = async (count: number): Promise<void> => {
    for (const end = said + count; said < end; said += 1) {
      await simulator.say({ from: String(1000 + (said % CHATS)), text: `m${said}` });
      // Polls that are repeated or lost must neither lose nor double a message.
      if (said % 5000 === 0) simulator.fault("duplicate");
      if (said % 7000 === 0) simulator.fault("drop-connection", { method: "getUpdates" });
      if (said % 1000 === 0) await simulator.waitForSent(said, { timeoutMs: 60_000 });
    }
    await simulator.waitForSent(said, { timeoutMs: 60_000 });
  };
  await run(WARM_UP);
  const before = await memoryOf(bot);
  await run(MESSAGES - WARM_UP);
  const after = await memoryOf(bot);
  bot.kill("SIGKILL");
  await once(bot, "exit");

  const sent = simulator.sent();
  expect(sent).toHaveLength(MESSAGES);
  const next = new Map<string, number>();
  for (const { to, text } of sent) {
    const turn = next.get(to) ?? 0;
    // The module's own counter is always fresh; the stored one counts up.
    expect(text).toBe(`m${turn * CHATS + Number(to) - 1000} 1 ${turn}`);
    next.set(to, turn + 1);
  }
  console.log("bot's memory, MiB:", { before, after });
  // The inbox remembers ids for a day, about 100 bytes each.
  expect(after.heap - before.heap).toBeLessThan(15);
});
