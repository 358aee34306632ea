import { createHarness, type Harness } from "../src/index.ts";
import { describe, expect, test } from "vitest";

/** Tries what is refused, then waits, and replies with the codes and the time. */
const SOURCE = `
export const meta = { slug: "refused", permissions: { hosts: [] } };
export async function handler({ bot, msg, storage, searchService, mediaBuffer }) {
  const began = Date.now();
  const code = (promise) => promise.then(() => "done", ({ code, message }) => code + ": " + message);
  const told = [
    await code(storage.get(5)),
    await code(storage.set("key", undefined)),
    await code(bot.sendText("somebody-else", "hello")),
    await code(searchService.search("weather")),
    await code(fetch("https://api.example.com/weather")),
    await code(bot.downloadImage(msg.image)),
    String(mediaBuffer),
    await code(storage.get("key")),
  ];
  await new Promise((resolve) => setTimeout(resolve, 60_000));
  await bot.reply(msg, [...told, Date.now() - began].join("\\n"));
  return { handled: true };
}`;

const TOLD = [
  "INVALID_ARGUMENT: storage.get: the first argument must be a key: a text of 1 to 256 characters, not 5",
  "STORAGE_INVALID_VALUE: storage: the value cannot be stored: it is undefined",
  "PERMISSION_DENIED: the plugin does not have the permission for bot.sendText: its meta.permissions lacks proactive: true",
  "PERMISSION_DENIED: the plugin does not have the permission for searchService.search: its meta.permissions lacks search: true",
  'PERMISSION_DENIED: the plugin does not have the permission for fetch: its meta.permissions lacks hosts: ["api.example.com"]',
  "PERMISSION_DENIED: the plugin does not have the permission for bot.downloadImage: its meta.permissions lacks media: true",
  "null",
  "done",
  "60000",
];

const PICTURE = Buffer.from("picture");

/** What the plugin has said, line by line. */
async function linesOf(harness: Harness): Promise<string[]> {
  const { replies, error } = await harness.user().sendsImage(PICTURE);
  expect(error).toBeUndefined();
  return replies.join("\n").split("\n");
}

test.each(["sandbox", "host"] as const)(
  "a refused host call has the same code, message and time: in the %s",
  async (runIn) => {
    await using harness = await createHarness(SOURCE, { runIn });
    expect(await linesOf(harness)).toEqual(TOLD);
  },
);

test("and on a platform's simulator", async () => {
  await using harness = await createHarness(SOURCE);
  await using there = await harness.on("wechat");
  expect(await linesOf(there)).toEqual(TOLD);
});

/** What an author gets wrong, one line each. */
const WRONG = [
  "bot.reply(msg)",
  "bot.reply('hello')",
  "bot.reply('hello', msg)",
  "bot.reply({ from: 1 }, 'hello')",
  "bot.reply(msg, { text: 'hello' })",
  "bot.reply(msg, ['hello'])",
  "bot.reply(msg, NaN)",
  "bot.reply(msg, undefined)",
  "bot.reply(msg, null)",
  "bot.reply(msg, () => {})",
  "bot.sendText(userId, 'hello')",
  "bot.sendText(5, 'hello')",
  "bot.sendText(1n, 'hello')",
  "bot.sendText(msg.from)",
  "bot.sendImage(userId, Buffer.from('x'))",
  "bot.sendImage(msg.from, 'x')",
  "bot.sendFile(msg.from, Buffer.from('x'))",
  "bot.sendTyping(userId)",
  "bot.downloadImage(msg.image)",
  "bot.downloadImage({ media: 'x' })",
  "bot.downloadRaw(5)",
  "storage.get()",
  "storage.get(1n)",
  "storage.get('a', 'b')",
  "storage.set('key')",
  "storage.set('key', undefined)",
  "storage.set('key', NaN)",
  "storage.set('key', Infinity)",
  "storage.set('key', 1n)",
  "storage.set('key', () => {})",
  "storage.set('key', Symbol('x'))",
  "storage.set('key', { list: [1, undefined] })",
  "storage.set('key', { list: [1, { deep: NaN }] })",
  "storage.set('key', { 'a key': { toJSON: () => 1n } })",
  "storage.set('key', loop)",
  "storage.compareAndSet('key', null, { a: () => {} })",
  "storage.update('key')",
  "storage.update('key', () => {})",
  "storage.update('key', () => ({ a: [NaN] }))",
  "aiService.callModel()",
  "aiService.callModel('hello')",
  "aiService.callModel({ model: 'm', messages: 'hello' })",
  "aiService.callModel({ model: 'm', messages: ['hello'] })",
  "aiService.callModel({ model: 'm', messages: [{ role: 'user' }] })",
  "aiService.callModel({ messages: [] })",
  "aiService.getModelsByCategory('text')",
  "aiService.getModelInfo()",
  "searchService.search()",
  "searchService.search(5)",
  "searchService.search('x', { maxResults: '3' })",
  "searchService.search('x', { region: 1 })",
  "searchService.search('x', {}, 1)",
  "searchService.search('')",
  "searchService.search('x'.repeat(201))",
  "searchService.search('\u{1f50e}'.repeat(201))",
  "getPlatformCreds('icq')",
  "getPlatformCreds()",
];

/** The outcomes of wrong calls as text, and of right ones that look odd. */
async function outcomesOf(runIn: "host" | "sandbox"): Promise<string[]> {
  const source = `
export const meta = { slug: "wrong" };
export async function handler({ bot, msg, userId, storage, aiService, searchService, getPlatformCreds }) {
  const loop = {};
  loop.list = [loop];
  const told = [];
  for (const call of [${WRONG.map((call) => `() => ${call}`).join(",\n")}]) {
    told.push(await call().then(() => "done", ({ code, message }) => code + ": " + message));
  }
  await storage.set("told", told);
  await storage.get("key").then((value) => bot.reply(msg, String(value)));
  return { handled: true };
}`;
  await using harness = await createHarness(source, { runIn });
  const { replies, error } = await harness.user().says("hello");
  expect(error).toBeUndefined();
  expect(replies).toEqual(["null"]);
  const told = await harness.storage.get("told");
  return Array.isArray(told) ? told.map(String) : [];
}

test("an author's mistakes have one error each, the same in the sandbox and in the host", async () => {
  const [inSandbox, inHost] = [await outcomesOf("sandbox"), await outcomesOf("host")];
  expect(inSandbox).toEqual(inHost);
  expect(inSandbox).toHaveLength(WRONG.length);
  for (const [at, outcome] of inSandbox.entries()) {
    const expected = WRONG[at]?.startsWith("searchService")
      ? "INVALID_QUERY: "
      : /^(INVALID_ARGUMENT|STORAGE_INVALID_VALUE): /u;
    expect(outcome).toMatch(expected);
    expect(outcome).not.toMatch(/__type|\bstring\b|[&|<>]|\[\w+, \w+\]/u);
  }
});

test.each([
  ["export const meta = {};", "PLUGIN_NO_HANDLER", "export async function handler"],
  [
    'export const meta = { slug: "m" }; export const handler = () => {};',
    "INVALID_INPUT",
    'meta.slug is "m": use 2 to 64 of a–z, 0–9 and -',
  ],
])("a file that does not load says why in the same words: %s", async (source, code, words) => {
  for (const runIn of ["sandbox", "host"] as const) {
    const message = expect.stringContaining(words);
    await expect(createHarness(source, { runIn })).rejects.toMatchObject({ code, message });
  }
});

test("numbers are sent as text, and a text of exactly 1 MiB is stored", async () => {
  for (const runIn of ["sandbox", "host"] as const) {
    await using harness = await createHarness(
      `export async function handler({ bot, msg, storage }) {
        await bot.reply(msg, 42);
        await bot.sendText(msg.from, -1.5);
        await bot.reply(msg, 10n ** 20n);
        await bot.reply(msg, true);
        for (const unit of ["x", '"', "é", "你x"]) {
          const text = unit.repeat(2 ** 20 / Buffer.byteLength(unit));
          await storage.set("key", text);
          if ((await storage.get("key")) !== text) throw new Error(unit);
          const error = await storage.set("key", text + "x").catch(({ code }) => code);
          if (error !== "STORAGE_VALUE_TOO_LARGE") throw new Error(error);
        }
        return { handled: true };
      }`,
      { runIn },
    );
    const { replies, error } = await harness.user().says("hello");
    expect(error).toBeUndefined();
    expect(replies).toEqual(["42", "-1.5", "100000000000000000000", "true"]);
  }
});

describe.each(["sandbox", "host"] as const)("a timer in the %s", (runIn) => {
  test.each(["{ handled: true }", "undefined"])(
    "that is pending when the handler returns %s is in the turn's log, with its line",
    async (result) => {
      await using harness = await createHarness(
        `export async function handler({ bot, msg }) {
    setTimeout(() => bot.reply(msg, "time is up"), 60_000);
    return ${result};
  }`,
        { runIn },
      );
      const { logs, replies } = await harness.user().says("wake me");
      expect(replies).toEqual([]);
      expect(logs[0]).toMatchObject({
        level: "warn",
        text: expect.stringContaining("setTimeout of 60000 ms never fires at plugin.js:2:"),
        fields: { code: "TIMER_PENDING", position: { line: 2 } },
      });
      harness.clock.advance(120_000);
      expect((await harness.user().says("again")).replies).toEqual([]);
    },
  );

  test("fires again and again until it is cleared", async () => {
    await using harness = await createHarness(
      `export async function handler({ bot, msg }) {
        let rung = 0;
        await new Promise((resolve) => {
          const id = setInterval((by) => { rung += by; if (rung === 6) resolve(clearInterval(id)); }, 1000, 2);
        });
        await new Promise((resolve) => setTimeout(resolve, 60_000));
        await bot.reply(msg, rung);
        return { handled: true };
      }`,
      { runIn },
    );
    const { logs, replies } = await harness.user().says("wake me");
    expect({ logs, replies }).toEqual({ logs: [], replies: ["6"] });
  });

  test("is refused while the file is loaded", async () => {
    const loading = createHarness("setTimeout(() => {}, 5); export const handler = () => {};", {
      runIn,
    });
    await expect(loading).rejects.toThrow("a timer works only inside of a handler");
  });

  test("fails its own handler only", async () => {
    await using harness = await createHarness(
      `export async function handler({ msg }) {
        if (msg.text === "late") setTimeout(() => { throw new Error("too late"); }, 500);
        await new Promise((resolve) => setTimeout(resolve, 1000));
        return { handled: true };
      }`,
      { runIn },
    );
    const [late, other] = await Promise.all([
      harness.user("ann").says("late"),
      harness.user("bob").says("other"),
    ]);
    expect(late.error?.message).toContain("too late");
    expect(other.error).toBeUndefined();
  });
});

test.each(["sandbox", "host"] as const)(
  "what the variant lacks can be called, without effect: in the %s",
  async (runIn) => {
    const source = `export async function handler({ bot, msg }) {
  const { status } = await bot.sendVoice(msg.from, Buffer.from("silk"));
  await bot.reply(msg, status + " " + Object.keys(bot).includes("sendVoice"));
  return { handled: true };
}`;
    await using harness = await createHarness(source, { runIn });
    expect(await linesOf(harness)).toEqual(["ignored false"]);
  },
);
