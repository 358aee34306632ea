import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { formatRecordedRun, parseRecordedRun } from "@botwright/core";
import { expect, test } from "vitest";
import { createHarness, replay } from "../src/index.ts";

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

const ASKS = `export async function handler({ aiService }) {
  await aiService.callModel({ model: "m", messages: [{ role: "user", content: "hi" }] });
  return { handled: true };
}`;
const SEARCHES = `export async function handler({ searchService }) {
  await searchService.search("news");
  return { handled: true };
}`;

test("what was not scripted fails the test and says what was asked", async () => {
  await using h = await createHarness(WEATHER);
  await expect(h.user().says("weather Rome")).rejects.toMatchObject({
    code: "NOT_SCRIPTED",
    message: expect.stringContaining("GET https://api.example.com/weather?city=Rome"),
  });
});

test.each<[what: string, plugin: string, options: object, problem: string]>([
  ["text of a model", ASKS, { models: { m: { answers: () => 5 } } }, "it must be an object"],
  ["answer of a model", ASKS, { models: { m: { answers: () => ({ txt: "a" }) } } }, "it.txt is"],
  ["list of hits", SEARCHES, { search: () => ({ hits: [] }) }, "must return a list of hits"],
])("a function that returns no %s fails the test", async (_what, plugin, options, problem) => {
  await using h = await createHarness(plugin, options);
  await expect(h.user().says("go")).rejects.toMatchObject({
    code: "NOT_SCRIPTED",
    message: expect.stringContaining(problem),
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
  [
    "longer than a call may take",
    "new Promise((done) => setTimeout(done, 200_000))",
    "PLUGIN_TIMEOUT",
  ],
])("a handler that waits %s ends at once", async (_what, wait, code) => {
  await using h = await createHarness(`export const handler = () => ${wait};`);
  const { handled, error } = await h.user().says("go");
  expect(handled).toBe(false);
  expect(error?.code).toBe(code);
});

test("a fetch ends when its signal aborts it", async () => {
  const code = `
    export async function handler({ bot, msg }) {
      const began = Date.now();
      const signal = AbortSignal.timeout(5_000);
      const error = await fetch("https://api.example.com/", { signal }).catch((e) => e);
      await bot.reply(msg, error.name + " " + (Date.now() - began));
      return { handled: true };
    }`;
  await using h = await createHarness(code, {
    fetch: {
      "https://api.example.com/": async (_request, wait) => {
        await wait(20_000);
        return "late";
      },
    },
  });
  expect((await h.user().says("go")).replies).toEqual(["TimeoutError 5000"]);
  expect((await h.user().says("again")).replies).toEqual(["TimeoutError 5000"]);
});

test("a handler that waits for ever after a call of a model ends at its deadline", async () => {
  const code = `
    export async function handler({ aiService }) {
      await aiService.callModel({ model: "m", messages: [] });
      await new Promise((resolve) => setTimeout(resolve, 1e9));
    }`;
  await using h = await createHarness(code, { models: { m: { answers: "yes" } } });
  const began = h.clock.now();
  expect((await h.user().says("go")).error).toMatchObject({ code: "PLUGIN_TIMEOUT" });
  expect(h.clock.now() - began).toBe(120_000);
});

test("host calls that the handler does not await take no time either", async () => {
  const code = `
    export async function handler({ bot, msg, aiService }) {
      void aiService.callModel({ model: "slow", messages: [] });
      void aiService.callModel({ model: "slower", messages: [] });
      await bot.reply(msg, "asked");
      return { handled: true };
    }`;
  await using h = await createHarness(code, {
    models: { slow: { answers: { afterMs: 8_000 } }, slower: { answers: { afterMs: 9_000 } } },
  });
  const began = h.clock.now();
  expect(await h.user().says("go")).toMatchObject({ replies: ["asked"], handled: true });
  expect(h.clock.now() - began).toBe(9_000);
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

const RESTLESS = `
  export const meta = { slug: "restless" };
  export async function handler({ bot, msg, storage }) {
    const values = [Date.now(), Math.random(), crypto.randomUUID()];
    const forgotten = setTimeout(() => {}, 50_000);
    await new Promise((resolve) => setTimeout(resolve, 500));
    clearTimeout(forgotten);
    await Promise.all([storage.set("a", values[0]), storage.set("b", values[1]), storage.keys()]);
    await bot.reply(msg, msg.text + " " + values.join(" "));
    return { handled: true };
  }`;

test("a recorded run is the same when it is replayed, also from a file's text", async () => {
  await using h = await createHarness(RESTLESS);
  await h.user().says("one");
  const run = parseRecordedRun(await formatRecordedRun(await h.record()));
  expect(run.calls.length).toBeGreaterThan(5);
  const report = await replay(run, RESTLESS);
  expect(report.difference).toBeUndefined();
  expect(report).toMatchObject({ same: true, sameSource: true });
});

test("a recorded run is written to a file and replayed from it", async () => {
  const folder = await mkdtemp(`${tmpdir()}/botwright-harness-`);
  try {
    await using h = await createHarness(RESTLESS);
    await h.user().says("one");
    await h.record(`${folder}/run.json`);
    expect(await replay(`${folder}/run.json`, RESTLESS)).toMatchObject({ same: true });
  } finally {
    await rm(folder, { recursive: true });
  }
});

test("a replay tells the first difference", async () => {
  await using h = await createHarness(RESTLESS);
  await h.user().says("one");
  const run = await h.record();
  const changed = await replay(run, RESTLESS.replace('storage.set("b"', 'storage.set("c"'));
  expect(changed).toMatchObject({ same: false, sameSource: false });
  expect(changed.difference).toMatchObject({
    kind: "changed-call",
    recorded: { operation: "storage.set", args: ["b", expect.any(Number)] },
    now: { operation: "storage.set", args: ["c", expect.any(Number)] },
  });
  const less = await replay(run, RESTLESS.replace(/await bot.reply.*/, ""));
  expect(less.difference).toMatchObject({
    kind: "missing-call",
    recorded: { operation: "bot.reply" },
  });
  const more = await replay(run, RESTLESS.replace("return {", 'await storage.get("a"); return {'));
  expect(more.difference).toMatchObject({ kind: "extra-call", now: { operation: "storage.get" } });
  const otherwise = await replay(run, RESTLESS.replace("handled: true", "handled: false"));
  expect(otherwise.difference).toMatchObject({ kind: "outcome", now: { status: "passed" } });
});

async function repliesWith(seed: number): Promise<readonly string[]> {
  await using h = await createHarness(RESTLESS, { seed });
  return (await h.user().says("x")).replies;
}

test("the same seed, the same run; another seed, another", async () => {
  expect(await repliesWith(1)).toEqual(await repliesWith(1));
  expect(await repliesWith(2)).not.toEqual(await repliesWith(1));
});

test("stepping through it in this process", async () => {
  await using h = await createHarness(WEATHER, { runIn: "host", fetch: fetchRoutes });
  const { replies, logs } = await h.user().says("weather Berlin");
  expect(replies).toEqual(["Berlin: 7 °C"]);
  expect(logs.map(({ text }) => text)).toEqual(["asked for Berlin"]);
  await expect(h.record()).rejects.toMatchObject({ code: "NEEDS_SANDBOX" });
});

test("the single-platform variant has a voice, and its runs are replayed", async () => {
  const source = `export async function handler(context) {
    const { bot, msg, mediaBuffer } = context;
    const names = Object.keys(context).length;
    await bot.sendVoice(msg.from, mediaBuffer, msg.contextToken, { playtime: names });
    return { handled: true };
  }`;
  await using h = await createHarness(source, { variant: "single" });
  const { sends, calls } = await h.user().sendsVoice(Buffer.from("silk"));
  expect(sends).toMatchObject([{ type: "voice", bytes: Buffer.from("silk") }]);
  expect(calls.at(-1)?.args[3]).toEqual({ playtime: 9 });
  expect(await replay(await h.record(), source)).toMatchObject({ same: true });
});

test("a record holds the same picture once, and replays byte for byte from a text", async () => {
  const source = `export async function handler({ bot, msg, mediaBuffer }) {
    const again = await bot.downloadImage(msg.image);
    await bot.sendImage(msg.from, again);
    await bot.sendFile(msg.from, Buffer.concat([mediaBuffer, again]), "twice.bin");
    return { handled: true };
  }`;
  const picture = Buffer.from(Array.from({ length: 5000 }, (_, index) => index % 253));
  await using h = await createHarness(source);
  const { sends } = await h.user().sendsImage(picture);
  expect(sends.map(({ bytes }) => bytes?.length)).toEqual([5000, 10_000]);
  const text = await formatRecordedRun(await h.record());
  expect(text.split(picture.toString("base64")).length - 1).toBe(1);
  const report = await replay(parseRecordedRun(text), source);
  expect(report.difference).toBeUndefined();
  expect(report.same).toBe(true);
  const base64 = picture.toString("base64");
  const changed = text.replace(base64, base64.replace("AQID", "AQIE"));
  expect(() => parseRecordedRun(changed)).toThrow(
    expect.objectContaining({ code: "MEDIA_CHANGED" }),
  );
});

test("a harness closes what it has opened on other platforms", async () => {
  const harness = await createHarness(`export async function handler({ bot, msg }) {
    await bot.reply(msg, msg.text);
    return { handled: true };
  }`);
  const [feishu, wecom] = [await harness.on("feishu"), await harness.on("wecom")];
  expect((await feishu.user().says("hello")).replies).toEqual(["hello"]);
  await wecom.close();
  await harness.close();
  for (const closed of [harness, feishu, wecom]) {
    await expect(closed.user().says("hello")).rejects.toMatchObject({ code: "HARNESS_CLOSED" });
  }
  await expect(harness.on("feishu")).rejects.toMatchObject({ code: "HARNESS_CLOSED" });
});

test("the variant of WeChat alone runs on no other platform", async () => {
  const harness = createHarness("export async function handler() {}", {
    variant: "single",
    platform: "telegram",
  });
  await expect(harness).rejects.toMatchObject({
    code: "NOT_ON_THIS_PLATFORM",
    message:
      'Plugins of the variant "single" run on WeChat only, not on telegram: leave `platform` out',
  });
});

test("a file that was sent is a Buffer", async () => {
  await using harness = await createHarness(`export async function handler({ bot, msg }) {
    await bot.sendFile(msg.from, Buffer.from("a,b"), "table.csv");
    return { handled: true };
  }`);
  const { sends } = await harness.user().says("table");
  expect(Buffer.isBuffer(sends[0]?.bytes)).toBe(true);
  expect(sends[0]?.bytes?.toString()).toBe("a,b");
});

test("a text of which nothing is left to send, and a reply that nothing waits for, are in the log", async () => {
  await using h = await createHarness(`export async function handler({ bot, msg }) {
    if (msg.text === "empty") await bot.reply(msg, "![picture](https://example.com/)");
    else bot.reply(msg, msg.text);
    return { handled: true };
  }`);
  const textsOf = async (text: string): Promise<string[]> =>
    (await h.user().says(text)).logs.map((line) => line.text);
  expect(await textsOf("empty")).toEqual([
    "bot.reply sent nothing: the text is empty, or only Markdown without words",
  ]);
  expect(await textsOf("hasty")).toEqual([
    "the handler returned before bot.reply was done: write await bot.reply(…), or a failure of it is lost",
  ]);
});
