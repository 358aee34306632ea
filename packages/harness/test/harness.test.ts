import { expect, test } from "vitest";
import { createHarness } from "../src/index.ts";

const WEATHER = `
  export const meta = { slug: "weather", name: "Weather", triggers: ["weather"] };
  export async function handler({ bot, msg, storage }) {
    const city = /^weather (.+)$/.exec(msg.text)?.[1];
    if (city === undefined) return { handled: false };
    await bot.sendTyping(msg.from);
    const url = new URL("https://api.example.com/weather");
    url.searchParams.set("city", city);
    const response = await fetch(url);
    const { celsius } = await response.json();
    await storage.set("last", city);
    console.log("asked for", city);
    await bot.reply(msg, "**" + city + "**: " + celsius + " °C");
    return { handled: true };
  }`;

const fetchRoutes = { "https://api.example.com/weather?*": { celsius: 7 } };

test("a conversation", async () => {
  await using h = await createHarness(WEATHER, { fetch: fetchRoutes });
  const user = h.user("u1");
  const turn = await user.says("weather Berlin");
  expect(turn).toMatchObject({
    handled: true,
    handledBy: "weather",
    replies: ["Berlin: 7 °C"],
    typings: 1,
    credits: 0,
    error: undefined,
  });
  expect(turn.logs.map(({ text }) => text)).toEqual(["asked for Berlin"]);
  expect(turn.calls.map(({ operation }) => operation)).toEqual([
    "call.start",
    "bot.sendTyping",
    "fetch",
    "storage.set",
    "bot.reply",
  ]);
  expect(await h.storage.get("last")).toBe("Berlin");
  expect((await user.says("hello")).handled).toBe(false);
});

test("what was not scripted fails the test and says what was asked", async () => {
  await using h = await createHarness(WEATHER);
  await expect(h.user().says("weather Rome")).rejects.toMatchObject({
    code: "NOT_SCRIPTED",
    message: expect.stringContaining("GET https://api.example.com/weather?city=Rome"),
  });
});

test("sleeping takes no time", async () => {
  await using h = await createHarness(`
    export async function handler({ bot, msg }) {
      const began = Date.now();
      const order = [];
      const sleep = (ms) => new Promise((resolve) => setTimeout(() => { order.push(ms); resolve(); }, ms));
      await Promise.all([sleep(3_000), sleep(1_000), sleep(2_000)]);
      await sleep(60_000);
      await bot.reply(msg, order.join(" ") + " " + (Date.now() - began));
      return { handled: true };
    }`);
  const { replies } = await h.user().says("go");
  expect(replies).toEqual(["1000 2000 3000 60000 63000"]);
});

test.each([
  ["for what never comes", "new Promise(() => {})", "PLUGIN_NEVER_SETTLED"],
  ["longer than a call may take", "new Promise((done) => setTimeout(done, 200_000))", "PLUGIN_TIMEOUT"],
])("a handler that waits %s ends at once", async (_what, wait, code) => {
  await using h = await createHarness(`export const handler = () => ${wait};`);
  const { handled, error } = await h.user().says("go");
  expect(handled).toBe(false);
  expect(error?.code).toBe(code);
});

test("the same on every platform", async () => {
  await using h = await createHarness(WEATHER, { fetch: fetchRoutes });
  const seen: string[] = [];
  await h.onEveryPlatform(async (on) => {
    const { replies } = await on.user("ann").says("weather Berlin");
    expect(replies).toEqual(["Berlin: 7 °C"]);
    seen.push(on.platform);
  });
  expect(seen).toEqual(["wechat", "feishu", "wecom", "dingtalk", "telegram"]);
});
