/**
 * Runs tests of a plugin with the built harness, in the memory chat and on a simulator, and prints how long they took.
 */
import type { Harness } from "@botwright/harness";

const PLUGIN = `
  export const meta = { slug: "greeting", name: "Greeting" };
  export async function handler({ bot, msg, storage }) {
    const count = ((await storage.get("count")) ?? 0) + 1;
    await storage.set("count", count);
    await bot.reply(msg, "Hello for the **" + count + ".** time");
    return { handled: true };
  }`;
const TESTS = 201;

const began = performance.now();
const { createHarness, expectTurn } = await import("@botwright/harness");
const importMs = performance.now() - began;

/** Returns the milliseconds of one test, from opening its harness to closing it. */
async function timeTest(open: () => Promise<Harness>): Promise<number> {
  const start = performance.now();
  {
    await using h = await open();
    expectTurn(await h.user().says("hi")).toHaveReplied("Hello for the 1. time");
  }
  return performance.now() - start;
}

async function timeTests(open: () => Promise<Harness>): Promise<number[]> {
  const times: number[] = [];
  for (let test = 0; test < TESTS; test++) times.push(await timeTest(open));
  return times;
}

const [firstMs, ...nextMs] = await timeTests(() => createHarness(PLUGIN));
await using harness = await createHarness(PLUGIN);
// The first test, which loads the adapter, is left out. WeChat, because Telegram's adapter would wait 0.2 s at each
// close for the confirmation of its last poll.
const [, ...simulatedMs] = await timeTests(() => harness.on("wechat"));
console.log(JSON.stringify({ importMs, firstMs, nextMs, simulatedMs }));
