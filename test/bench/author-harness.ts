/** Runs tests of a plugin through the built harness, and prints how long they took. */
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
const times: number[] = [];
for (let test = 0; test < TESTS; test++) {
  const start = performance.now();
  await using h = await createHarness(PLUGIN);
  expectTurn(await h.user().says("hi")).toHaveReplied("Hello for the 1. time");
  times.push(performance.now() - start);
}
console.log(JSON.stringify({ importMs, firstMs: times[0], nextMs: times.slice(1) }));
