import type { CallUsage, LogLine } from "@botwright/core";
import { type SentMessage, startSimulator } from "@botwright/simulators";
import { expect, test } from "vitest";
import { happen, type HappeningCall } from "./happening.ts";
import { callBot, eventsOf, openPage } from "./open-page.ts";

/** Of a run that has used nothing. */
const USAGE: CallUsage = {
  cpuMs: 0,
  gas: 0,
  jobs: 0,
  memoryBytes: 0,
  hostCalls: 0,
  sends: 0,
  fetches: 0,
  bytesIn: 0,
  bytesOut: 0,
  time: { totalMs: 0, queuedMs: 0, runningMs: 0, waitingMs: 0 },
  operations: {},
};

test("the stream has the texts of the page, the platforms and both sides of the chat, for late clients too", async () => {
  const words = { title: "My bots", about: "two of them", suggestions: ["hi"] };
  const { url, page, say, reply } = await openPage({ words });
  const quote = { text: "see you", from: "1001" };
  await say("telegram", { from: "1001", text: "hello", quote });
  await page.say("telegram", { from: "1001", text: "by the server itself" });
  await reply("1001", "answer");
  for (let reader = 1; reader <= 2; reader += 1) {
    const events = await eventsOf(url, ({ messages }) => messages.length === 3);
    expect(events.page).toEqual({ ...words, tools: [] });
    expect(events.platforms?.map(({ platform }) => platform)).toEqual(["telegram", "dingtalk"]);
    expect(events.messages).toMatchObject([
      { by: "person", user: "1001", text: "hello", quotes: "see you" },
      { by: "person", text: "by the server itself" },
      { by: "bot", user: "1001", text: "answer" },
    ]);
  }
});

test("the stream has the trace of a message, with previews of its values", async () => {
  const { url, page } = await openPage();
  const { id } = await page.say("telegram", { from: "1001", text: "hello" });
  const failure = { code: "STORAGE_FULL", message: "no room" };
  const calls: HappeningCall[] = [
    {
      operation: "storage.keys",
      args: [],
      ms: 0.5,
      outcome: { ok: true, value: ["a", 1n, null] },
    },
    {
      operation: "storage.set",
      args: ["a", { b: { c: { d: 1 } } }],
      outcome: { ok: false, error: failure },
    },
    { operation: "bot.sendImage", args: ["1001", new Uint8Array(5000)] },
    {
      operation: "bot.sendTyping",
      args: ["1001"],
      outcome: { ok: true, value: undefined },
    },
    { operation: "bot.reply", args: [{ from: "1001" }, "long ".repeat(1000)] },
    { operation: "storage.set", args: [Array.from({ length: 50 }, (_, at) => at)] },
  ];
  happen(page, {
    platform: "telegram",
    id,
    handledBy: "greeting",
    runs: [
      { plugin: "filter", status: "failed", durationMs: 1, error: { code: "X", message: "no" } },
      {
        plugin: "greeting",
        status: "handled",
        durationMs: 2,
        credits: 3,
        usage: { ...USAGE, cpuMs: 1.5, gas: 7, memoryBytes: 2e6 },
        logs: Array.from({ length: 120 }, () => ({ level: "info", message: "again", fields: {} })),
        calls,
      },
    ],
  });
  const { handled } = await eventsOf(url, (events) => events.handled.length > 0);
  expect(handled).toMatchObject([
    { platform: "telegram", id, by: "greeting", failed: "filter", ms: 3 },
  ]);
  const runs: unknown = handled[0]?.["runs"];
  expect(runs).toMatchObject([
    { plugin: "filter", status: "failed", error: { code: "X", message: "no" } },
    {
      plugin: "greeting",
      credits: 3,
      gas: 7,
      cpuMs: 1.5,
      memoryBytes: 2e6,
      more: 20,
      calls: [
        { operation: "storage.keys", args: "", answer: '["a", 1n, null]', ms: 0.5 },
        { args: '"a", { b: { c: { d: 1 } } }', answer: "STORAGE_FULL: no room", failed: true },
        { operation: "bot.sendImage", args: '"1001", Uint8Array(5000)' },
        { operation: "bot.sendTyping", answer: "" },
        { args: expect.stringMatching(/^\{ from: "1001" \}, "long .{100,120}…"$/) },
        { args: "[0, 1, 2, 3, 4, …]" },
      ],
    },
  ]);
  expect(JSON.stringify(handled).length).toBeLessThan(10_000);
});

test("traces have no secret, and no host call that no plugin has made", async () => {
  const { url, page } = await openPage();
  const calls: HappeningCall[] = [
    {
      operation: "call.start",
      args: [],
      outcome: { ok: true, value: { key: "s3cret" } },
    },
    {
      operation: "getPlatformCreds",
      args: ["feishu"],
      outcome: { ok: true, value: ["s3cret"] },
    },
    {
      operation: "fetch",
      args: [
        "https://example.com",
        { headers: { Authorization: "s3cret", "X-Api-Key": "s3cret" } },
      ],
    },
    { operation: "bot.reply", args: [{ from: "1001", contextToken: "s3cret" }, "hello"] },
  ];
  const run = { plugin: "a", status: "handled", durationMs: 1, calls } as const;
  happen(page, { platform: "telegram", id: "7", handledBy: "a", runs: [run] });
  const { handled } = await eventsOf(url, (events) => events.handled.length > 0);
  expect(handled[0]?.["runs"]).toMatchObject([
    {
      calls: [
        { operation: "getPlatformCreds", answer: "…" },
        { operation: "fetch" },
        { operation: "bot.reply", args: 'msg, "hello"' },
      ],
    },
  ]);
  expect(JSON.stringify(handled)).not.toContain("s3cret");
});

test("traces have no value of a password setting, wherever it stands", async () => {
  const { url, page } = await openPage();
  const config = { apiKey: "k-12345", city: "Berlin" };
  const meta = { config_schema: [{ key: "apiKey", label: "Key", type: "password" as const }] };
  const calls: HappeningCall[] = [
    { operation: "storage.set", args: ["k", "k-12345"], outcome: { ok: true, value: undefined } },
    { operation: "storage.get", args: ["k-12345"] },
  ];
  const logs: LogLine[] = [{ level: "info", message: "key k-12345 in Berlin", fields: {} }];
  const error = { code: "PLUGIN_ERROR", message: "no k-12345" };
  const run = { plugin: "a", status: "failed", durationMs: 1, error, calls, logs } as const;
  happen(page, {
    platform: "telegram",
    id: "7",
    handledBy: null,
    runs: [{ ...run, meta, config }],
  });
  const { handled } = await eventsOf(url, (events) => events.handled.length > 0);
  const text = JSON.stringify(handled);
  expect(text).toContain("in Berlin");
  expect(text.match(/__secret\.config\.apiKey__/g)).toHaveLength(4);
  expect(text).not.toContain("k-12345");
});

test("a trace has only the fields that it was given", async () => {
  const { url, page } = await openPage();
  const run = { plugin: "a", status: "passed", durationMs: 1 } as const;
  happen(page, { platform: "telegram", id: "7", handledBy: null, runs: [run] });
  const { handled } = await eventsOf(url, (events) => events.handled.length > 0);
  const runs = [{ plugin: "a", status: "passed", ms: 1 }];
  expect(handled).toEqual([{ platform: "telegram", id: "7", by: null, ms: 1, runs }]);
});

test("open streams get every notice, a later one only an error that still stands", async () => {
  const { url, page } = await openPage();
  page.notify({ kind: "done", text: "loaded" });
  const present = eventsOf(
    url,
    ({ notices }) => notices.length === 2,
    () => {
      page.notify({ kind: "error", text: "greeting.js does not load:\nno '}'" });
      page.notify({ kind: "done", text: "reloaded" });
    },
  );
  expect((await present).notices).toEqual([
    { kind: "error", text: "greeting.js does not load:\nno '}'" },
    { kind: "done", text: "reloaded" },
  ]);
  page.notify({ kind: "error", text: "broken again" });
  const later = await eventsOf(url, ({ notices }) => notices.length > 0);
  expect(later.notices).toEqual([{ kind: "error", text: "broken again" }]);
});

test("the stream follows the state of a bot, and ends with the page", async () => {
  const { url, page, say } = await openPage({ status: { state: "connecting" } });
  const states: unknown[] = [];
  await eventsOf(url, ({ platforms }) => {
    states.push(platforms?.[0]);
    page.onEvent("telegram", {
      type: "status",
      botDbId: 1,
      status: {
        state: "refused",
        code: "PLATFORM_UNAUTHORIZED",
        message: "The token is refused.",
        advice: { en: "Ask for a new one.", zh: "请申请新的令牌。" },
      },
    });
    return states.length === 2;
  });
  expect(states).toMatchObject([
    { state: "starting" },
    { state: "failed", problem: "The token is refused.", advice: { en: "Ask for a new one." } },
  ]);
  const rest = eventsOf(
    url,
    () => false,
    () => page.close(),
  );
  expect((await rest).platforms).toHaveLength(2);
  expect(await say("telegram", { from: "1", text: "late" })).toMatchObject({
    status: 503,
    body: { code: "STOPPING" },
  });
});

test("where people bind bots, there is none until one reports its status, and again when it has stopped", async () => {
  const { url, page } = await openPage({ bindAt: "/bots/new" });
  const states: unknown[] = [];
  const next = [{ state: "connected" }, { state: "stopped" }] as const;
  await eventsOf(url, ({ platforms }) => {
    const { state, bindAt } = platforms?.[0] ?? {};
    if (state === states.at(-1)) return false;
    expect(bindAt).toBe("/bots/new");
    states.push(state);
    const status = next[states.length - 1];
    if (status !== undefined) {
      page.onEvent("telegram", { type: "status", botDbId: 1, status });
    }
    return states.length === 3;
  });
  expect(states).toEqual(["unbound", "connected", "unbound"]);
});

test("the stream reports when the bot begins to type, and when it ends", async () => {
  const { url, telegram } = await openPage();
  await telegram.say({ from: "1001", text: "hello" });
  const typing: unknown[] = [];
  await eventsOf(
    url,
    ({ platforms }) => {
      const now = platforms?.[0]?.["typing"];
      if (JSON.stringify(now) !== JSON.stringify(typing.at(-1))) typing.push(now);
      const action = typing.length === 2 ? "cancel" : undefined;
      if (action !== undefined) void callBot(telegram, "sendChatAction", { chat_id: 1001, action });
      return typing.length === 3;
    },
    () => void callBot(telegram, "sendChatAction", { chat_id: 1001, action: "typing" }),
  );
  expect(typing).toEqual([[], ["1001"], []]);
});

test("messages are marked that the person's app does not show", async () => {
  const listeners: (() => void)[] = [];
  await using wechat = await startSimulator("wechat");
  const sent: SentMessage[] = [];
  const simulator = {
    ...wechat,
    sent: () => sent,
    onChange(listener: () => void) {
      listeners.push(listener);
      return { [Symbol.dispose]() {} };
    },
  };
  const { url } = await openPage({ wechat: { simulator } });
  sent.push({ messageId: "1", to: "a@im.wechat", type: "voice", shown: false });
  sent.push({ messageId: "2", to: "a@im.wechat", type: "text", text: "I said something" });
  for (const listener of listeners) listener();
  const { messages } = await eventsOf(url, (events) => events.messages.length === 2);
  expect(messages.map(({ type, shown }) => [type, shown])).toEqual([
    ["voice", false],
    ["text", undefined],
  ]);
});
