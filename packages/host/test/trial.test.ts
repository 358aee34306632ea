import { afterAll, beforeAll, expect, test } from "vitest";
import type { Platform } from "@botwright/core";
import { inspectPlugin } from "@botwright/inspect";
import { createSandbox, type Sandbox } from "@botwright/sandbox";
import { createMemoryRateLimiter } from "@botwright/services";
import { keepUsualPriority } from "../../../test/usual-priority.ts";
import { createTrials, type Trials } from "../src/index.ts";

keepUsualPriority();

let sandbox: Sandbox;
let trials: Trials;
beforeAll(() => {
  // On a busy machine, a handler that loops waits long for what CPU time it may have.
  sandbox = createSandbox({ workers: 1, limits: { cpuMs: 200 } });
  trials = createTrials({ sandbox, limiter: createMemoryRateLimiter() });
});
afterAll(() => sandbox.close());

const counter = `
  export const meta = { slug: "counter", permissions: { ai: true, hosts: ["example.org"] } };
  export async function handler({ bot, msg, storage, aiService }) {
    if (msg.text === "bye") return { handled: false };
    if (msg.text === "net") {
      await fetch("https://example.org/");
    }
    const count = ((await storage.get("count")) ?? 0) + 1;
    await storage.set("count", count);
    console.log("count", count);
    await bot.reply(msg, count + " " + msg.text);
    if (msg.text === "ask") {
      const { text } = await aiService.callModel({ model: "any", messages: [{ role: "user", content: "hi" }] });
      await bot.reply(msg, text);
    }
    return { handled: true };
  }`;

test("a trial is a conversation with the plugin: answers, console, host calls", async () => {
  const { slug, turns, is_complete } = await trials.run(1, {
    code: counter,
    messages: ["one", "ask", "bye"],
  });
  expect(slug).toBe("counter");
  expect(is_complete).toBe(true);
  expect(turns.map(({ sent, handled }) => [handled, sent.map(({ text }) => text)])).toEqual([
    [true, ["1 one"]],
    [true, ["2 ask", "[trial] hi"]],
    [false, []],
  ]);
  expect(turns[0]?.run?.logs.map(({ message }) => message)).toEqual(["count 1"]);
  expect(turns[0]?.run?.calls.map(({ operation }) => operation)).toEqual([
    "storage.get",
    "storage.set",
    "bot.reply",
  ]);
});

test("a trial keeps nothing for the next one", async () => {
  const request = { code: counter, messages: ["x"] };
  const [before, after] = [await trials.run(1, request), await trials.run(1, request)];
  expect(before.turns[0]?.sent[0]?.text).toBe("1 x");
  expect(after.turns[0]?.sent[0]?.text).toBe("1 x");
});

test("a trial reaches no network, whatever the file's permissions say", async () => {
  const { turns } = await trials.run(1, { code: counter, messages: ["net"] });
  expect(turns[0]?.run?.status).toBe("failed");
  expect(turns[0]?.run?.calls.at(-1)).toMatchObject({
    operation: "fetch",
    outcome: { ok: false, error: { message: expect.stringContaining("network") } },
  });
});

test("an endless handler ends with its limit, and the next message has its turn", async () => {
  const code = `export function handler({ msg }) { while (msg.text === "hang") {} return { handled: true }; }`;
  const { turns } = await trials.run(1, { code, messages: ["hang", "go on"] });
  expect(turns.map(({ run }) => [run?.status, run?.error?.code])).toEqual([
    ["failed", "SANDBOX_CPU_LIMIT"],
    ["handled", undefined],
  ]);
});

test("a file that cannot be a plugin is refused with its findings", async () => {
  await expect(trials.run(1, { code: "nothing(", messages: ["x"] })).rejects.toMatchObject({
    code: "PLUGIN_REFUSED",
    findings: [{ severity: "error" }],
  });
});

test("the findings of a file that ends too early name a line that the file has", async () => {
  const code = "export function handler() {";
  await expect(trials.run(1, { code, messages: ["x"] })).rejects.toMatchObject({
    message: expect.stringContaining(": line 1: "),
    findings: inspectPlugin(code).findings,
  });
});

test.each(["", "x".repeat(4001)])(
  "a message that is empty or too long is refused",
  async (text) => {
    const messages = ["hello", text];
    await expect(trials.run(1, { code: counter, messages })).rejects.toMatchObject({
      code: "INVALID_INPUT",
      message: expect.stringContaining("messages[1] must have 1 to 4000 characters"),
    });
  },
);

test("an account has one trial at a time", async () => {
  const first = trials.run(7, { code: counter, messages: ["x"] });
  await expect(trials.run(7, { code: counter, messages: ["x"] })).rejects.toMatchObject({
    code: "TRIALS_BUSY",
  });
  await first;
});

test("what is left when the time is up gets no turn", async () => {
  const hurried = createTrials({
    sandbox,
    limiter: createMemoryRateLimiter(),
    wallMs: { message: 1000, all: 0 },
  });
  const { turns, is_complete } = await hurried.run(1, { code: counter, messages: ["x"] });
  expect([turns, is_complete]).toEqual([[], false]);
});

test("a published plugin is tried under its slug, with settings of its own", async () => {
  const code = `
    export const meta = { slug: "town", config_schema: [{ key: "town", label: "Town", type: "text", default: "Nice" }] };
    export async function handler({ bot, msg, config }) {
      await bot.reply(msg, config.city + " on " + bot.platform);
      return { handled: true };
    }`;
  const config_schema = [{ key: "city", label: "City", type: "text", default: "Paris" } as const];
  const record = { slug: "city", config_schema };
  const request = { code, record, messages: ["where?"] };
  expect((await trials.run(1, request)).slug).toBe("city");
  const said = async (more: object): Promise<string | undefined> =>
    (await trials.run(1, { ...request, ...more })).turns[0]?.sent[0]?.text;
  expect(await said({})).toBe("Paris on telegram");
  expect(await said({ platform: "feishu", config: { city: "Oslo", other: 1 } })).toBe(
    "Oslo on feishu",
  );
});

test("a long answer is split as the platform's adapter splits it", async () => {
  const code = `export async function handler({ bot, msg }) {
    await bot.reply(msg, "字".repeat(1000));
    return { handled: true };
  }`;
  const lengths = async (platform: Platform): Promise<number[] | undefined> =>
    (await trials.run(1, { code, platform, messages: ["x"] })).turns[0]?.sent.map(
      ({ text }) => text.length,
    );
  // A message has at most 4096 UTF-16 units on Telegram, and 2048 bytes on WeCom: 3 for each 字.
  expect(await lengths("telegram")).toEqual([1000]);
  expect(await lengths("wecom")).toEqual([682, 318]);
});
