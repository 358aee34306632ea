import type { CallUsage, HandlerContext } from "@botwright/core";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, expect, test } from "vitest";
import { createSandbox, type SandboxEvent } from "../src/index.ts";
import { createContext } from "./context.ts";
import { loadAndReport } from "./report.ts";

const events: SandboxEvent[] = [];
const sandbox = createSandbox({
  workers: 1,
  onEvent: (event) => events.push(event),
  fetch: async () => new Response("x".repeat(500)),
});
afterAll(() => sandbox.close());

/** Runs a handler's body and returns what it used. */
async function meter(
  body: string,
  context: HandlerContext = createContext().context,
): Promise<CallUsage> {
  const plugin = await sandbox.load(
    `export async function handler(context) { const { bot, msg, storage } = context; ${body}; return { handled: true }; }`,
    { slug: "metered" },
  );
  let usage: CallUsage | undefined;
  await plugin.handler(context, { id: "call", onUsage: (used) => (usage = used) }).catch(() => {});
  if (usage === undefined) throw new Error("no usage was reported");
  return usage;
}

test("counts what a call asks for, by operation", async () => {
  const usage = await meter(`
    await storage.set("key", "x".repeat(1000));
    await storage.get("key");
    await bot.reply(msg, "one");
    await bot.sendText("user", "two");
    await fetch("https://a.example/");`);
  expect(usage).toMatchObject({ hostCalls: 5, sends: 2, fetches: 1 });
  expect(Object.entries(usage.operations).map(([name, { calls }]) => [name, calls])).toEqual([
    ["storage.set", 1],
    ["storage.get", 1],
    ["bot.reply", 1],
    ["bot.sendText", 1],
    ["fetch", 1],
  ]);
  expect(usage.bytesOut).toBeGreaterThan(1000);
  expect(usage.bytesIn).toBeGreaterThan(1000 + 500);
});

test("media count when they are read", async () => {
  const { context } = createContext({ mediaBuffer: Buffer.alloc(50_000) });
  const unread = await meter("", context);
  const read = await meter("context.mediaBuffer.length", context);
  expect(unread.bytesIn).toBeLessThan(5000);
  expect(read.bytesIn - unread.bytesIn).toBeGreaterThanOrEqual(50_000 - 100);
});

/** A loop that keeps what it makes. */
const work = (rounds: number): string =>
  `const kept = []; for (let i = 0; i < ${rounds}; i++) { kept.push("text " + i); if (i % 1000 === 0) await null; }`;

const fixed = ({ gas, jobs, memoryBytes }: CallUsage): number[] => [gas, jobs, memoryBytes];

test("gas, jobs and memory are the same for the same work, and follow it", async () => {
  const [small, again, large] = [
    await meter(work(20_000)),
    await meter(work(20_000)),
    await meter(work(80_000)),
  ];
  expect(fixed(again)).toEqual(fixed(small));
  expect(small.gas).toBeGreaterThan(5);
  expect(large.gas / small.gas).toBeGreaterThan(3);
  expect(large.jobs).toBeGreaterThan(small.jobs + 50);
  expect(large.memoryBytes).toBeGreaterThan(small.memoryBytes + 1e6);
});

test("time is divided into queueing, running and waiting", async () => {
  const { context } = createContext();
  const storage = { ...context.storage, get: () => sleep(60, null) };
  const usage = await meter("await storage.get('slow'); for (let i = 0; i < 3e5; i++);", {
    ...context,
    storage,
  });
  const { totalMs, queuedMs, runningMs, waitingMs } = usage.time;
  expect(totalMs).toBeCloseTo(queuedMs + runningMs + waitingMs, 5);
  expect(waitingMs).toBeGreaterThan(50);
  expect(runningMs).toBeGreaterThan(0);
  expect(usage.cpuMs).toBeGreaterThan(0);
  expect(usage.operations["storage.get"]?.ms).toBeGreaterThan(50);
});

test("a failed call is metered too, and the host gets its code", async () => {
  const usage = await meter("await storage.get('a'); throw new Error('no')");
  expect(usage.hostCalls).toBe(1);
  const last = events.findLast((event) => event.type === "call-ended");
  expect(last).toMatchObject({
    slug: "metered",
    callId: "call",
    code: "PLUGIN_ERROR",
    usage: { hostCalls: 1 },
  });
});

test("a plugin finds nothing of it", async () => {
  const report = await loadAndReport(
    sandbox,
    "const report = (context) => Object.keys(context).sort();",
  );
  expect(await report()).toEqual([
    "aiService",
    "bot",
    "botDbId",
    "config",
    "getPlatformCreds",
    "mediaBuffer",
    "messageId",
    "msg",
    "quotedMessage",
    "searchService",
    "storage",
    "userId",
  ]);
});
