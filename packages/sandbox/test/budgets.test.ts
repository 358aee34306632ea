import { setTimeout as sleep } from "node:timers/promises";
import { createManualClock, LIMITS, type Plugin } from "@botwright/core";
import { expect, test, vi } from "vitest";
import { createSandbox, type SandboxEvent } from "../src/index.ts";
import { createContext } from "./context.ts";

/** Counts how many of its answers are open at once. */
class Gauge {
  open = 0;
  peak = 0;

  async answer<Value>(value: Value): Promise<Value> {
    this.open++;
    this.peak = Math.max(this.peak, this.open);
    await sleep(2);
    this.open--;
    return value;
  }
}

test("at most eight host calls of a handler are open at once; the others wait, in their order", async () => {
  await using sandbox = createSandbox({ workers: 1 });
  const plugin = await sandbox.load(`export async function handler({ storage, bot, msg }) {
    const all = Array.from({ length: 100 }, (_, index) => storage.get("key " + index));
    await bot.reply(msg, (await Promise.all(all)).join());
    return { handled: true };
  }`);
  const gauge = new Gauge();
  const { context, replies } = createContext();
  const get = (key: string): Promise<string> => gauge.answer(key.slice(4));
  await plugin.handler({ ...context, storage: { ...context.storage, get } });
  expect(replies).toEqual([Array.from({ length: 100 }, (_, index) => index).join()]);
  expect(gauge.peak).toBe(8);
});

test("what a handler did not await is done all the same, however much it is", async () => {
  await using sandbox = createSandbox({ workers: 1 });
  const plugin = await sandbox.load(`export function handler({ storage }) {
    for (let index = 0; index < 60; index++) storage.set("key " + index, index);
    return { handled: true };
  }`);
  const gauge = new Gauge();
  const { context } = createContext();
  const keys: string[] = [];
  const set = async (key: string): Promise<void> => {
    await gauge.answer(key);
    keys.push(key);
  };
  await plugin.handler({ ...context, storage: { ...context.storage, set } });
  expect(keys).toHaveLength(60);
  expect(gauge.peak).toBeLessThanOrEqual(8);
});

test("a host call that was cancelled while it waited has no effect and delays no other call", async () => {
  let fetched = 0;
  const fetch = async (): Promise<Response> => {
    fetched++;
    await sleep(5);
    return new Response("ok");
  };
  await using sandbox = createSandbox({ workers: 1, fetch, limits: { fetches: 50 } });
  const plugin = await sandbox.load(`export async function handler({ bot, msg }) {
    const aborter = new AbortController();
    const first = Array.from({ length: 8 }, () => fetch("https://a.example/"));
    const rest = Array.from({ length: 8 }, () => fetch("https://a.example/", aborter));
    const last = fetch("https://a.example/");
    aborter.abort();
    const aborted = (await Promise.allSettled(rest)).filter(({ status }) => status === "rejected");
    await Promise.all([...first, last]);
    await bot.reply(msg, String(aborted.length));
    return { handled: true };
  }`);
  const { context, replies } = createContext();
  await plugin.handler(context);
  expect(replies).toEqual(["8"]);
  expect(fetched).toBe(9);
});

test("bytes are set aside before they are fetched, for one plugin and for all", async () => {
  const mebibyte = 2 ** 20;
  await using sandbox = createSandbox({
    workers: 1,
    limits: { downloadBytes: mebibyte },
    answerBytes: 6 * mebibyte,
    pluginAnswerBytes: 4 * mebibyte,
  });
  const source = `export async function handler({ bot, msg }) {
    await Promise.all(Array.from({ length: 8 }, () => bot.downloadRaw("x")));
    return { handled: true };
  }`;
  const [one, other] = [await sandbox.load(source), await sandbox.load(`${source} // other`)];
  const [all, own] = [new Gauge(), new Gauge()];
  const bytes = Buffer.alloc(mebibyte, 1);
  const { context } = createContext();
  const contextOf = (gauges: readonly Gauge[]): typeof context => ({
    ...context,
    bot: {
      ...context.bot,
      async downloadRaw() {
        await Promise.all(gauges.map((gauge) => gauge.answer(undefined)));
        return bytes;
      },
    },
  });
  const calls = Array.from({ length: 4 }, () => [
    one.handler(contextOf([all, own])),
    other.handler(contextOf([all])),
  ]);
  for (const result of await Promise.all(calls.flat())) expect(result).toEqual({ handled: true });
  expect(own.peak).toBeLessThanOrEqual(4);
  expect(all.peak).toBeLessThanOrEqual(6);
});

test("a host call whose journal never answers gives its bytes back when its run is over", async () => {
  const clock = createManualClock(0);
  const mebibyte = 2 ** 20;
  await using sandbox = createSandbox({ workers: 1, clock, answerBytes: mebibyte });
  const source = `export async function handler({ bot }) {
    await bot.downloadRaw("x");
    return { handled: true };
  }`;
  const load = (name: string, wallMs: number): Promise<Plugin> =>
    sandbox.load(`${source} // ${name}`, { limits: { downloadBytes: mebibyte, wallMs } });
  const [stuck, next] = [await load("stuck", 5000), await load("next", 100_000)];
  const { context } = createContext();
  const asked = Promise.withResolvers<void>();
  const stuckCall = stuck.handler(context, {
    id: "1",
    async intercept(operation, _args, execute) {
      const value = await execute();
      if (operation !== "bot.downloadRaw") return value;
      asked.resolve();
      return new Promise(() => {});
    },
  });
  const outcome = stuckCall.catch((error: unknown) => error);
  await asked.promise;
  clock.advance(5000);
  expect(await outcome).toMatchObject({ code: "PLUGIN_TIMEOUT" });
  let downloads = 0;
  const downloadRaw = async (): Promise<Buffer> => {
    downloads++;
    return Buffer.alloc(mebibyte);
  };
  const waiting = Promise.withResolvers<void>();
  const nextCall = next.handler(
    { ...context, bot: { ...context.bot, downloadRaw } },
    { id: "2", onWaiting: waiting.resolve },
  );
  await Promise.race([waiting.promise, sleep(50)]);
  expect(downloads).toBe(0);
  clock.advance(30_000);
  expect(await nextCall).toEqual({ handled: true });
  expect(downloads).toBe(1);
});

test("a call that asks for much at once leaves other calls of the plugin their turns", async () => {
  const asked: string[] = [];
  const answers: ((response: Response) => void)[] = [];
  await using sandbox = createSandbox({
    workers: 1,
    // For one answer of a fetch.
    pluginAnswerBytes: LIMITS.call.fetchBytes,
    fetch(url) {
      asked.push(url.slice(-1));
      return new Promise((resolve) => answers.push(resolve));
    },
  });
  const plugin = await sandbox.load(`export async function handler({ config: { letters } }) {
    await Promise.all([...letters].map((letter) => fetch("https://api.example/" + letter)));
    return { handled: true };
  }`);
  const { context } = createContext();
  const call = (letters: string, onWaiting?: () => void): Promise<unknown> =>
    plugin.handler(
      { ...context, config: { letters } },
      { id: letters, ...(onWaiting && { onWaiting }) },
    );
  const calls = [call("abcd")];
  await expect.poll(() => asked).toHaveLength(1);
  await new Promise<void>((resolve) => calls.push(call("x", resolve)));
  for (let answered = 0; answered < 5; answered++) {
    await expect.poll(() => answers).toHaveLength(answered + 1);
    answers.at(-1)?.(new Response("42"));
  }
  await Promise.all(calls);
  expect(asked.join("")).toBe("abxcd");
});

test("a thousand handlers may wait for one answer each", { tags: ["long"] }, async () => {
  await using sandbox = createSandbox({ workers: 1, limits: { wallMs: 60_000 } });
  const plugin = await sandbox.load(`export async function handler({ storage }) {
    return { handled: (await storage.get("key")) === "value" };
  }`);
  const { context } = createContext();
  const gate = Promise.withResolvers<string>();
  const all = Promise.withResolvers<void>();
  let asked = 0;
  const get = (): Promise<string> => {
    if (++asked === 1000) all.resolve();
    return gate.promise;
  };
  const waiting = { ...context, storage: { ...context.storage, get } };
  const calls = Array.from({ length: 1000 }, () => plugin.handler(waiting));
  await all.promise;
  gate.resolve("value");
  for (const result of await Promise.all(calls)) expect(result).toEqual({ handled: true });
});

test("files that loop while they are loaded keep no call waiting", { tags: ["long"] }, async () => {
  const events: SandboxEvent[] = [];
  await using sandbox = createSandbox({
    workers: 1,
    limits: { cpuMs: 400 },
    onEvent: (event) => void events.push(event),
  });
  const good = await sandbox.load("export const handler = () => ({ handled: true });");
  const started = (): number => events.filter(({ type }) => type === "worker-started").length;
  while (started() < 2) await sleep(5);
  let ended = 0;
  const loads = [1, 2].map(async (file) => {
    const loading = sandbox.load(`for (;;); // ${file}`);
    await expect(loading).rejects.toMatchObject({ code: "SANDBOX_CPU_LIMIT" });
    ended++;
  });
  const { context } = createContext();
  for (let round = 0; round < 20; round++) await good.handler(context);
  expect(ended).toBe(0);
  await Promise.all(loads);
  // No load stood in for a worker of calls.
  expect(events.filter(({ type }) => type === "call-moved")).toEqual([]);
});

test("a plugin that breaks limits again and again waits while others are there, and an event says why", async () => {
  const events: SandboxEvent[] = [];
  const onEvent = (event: SandboxEvent): number => events.push(event);
  // On a busy machine a step may take so long that its plugin has to wait for another reason.
  const plenty = { capacity: 1e9, perSecond: 1e9 };
  const others = { cpu: plenty, "main-thread": plenty, "short-steps": plenty, memory: plenty };
  const budgets = { plugin: others, installation: others };
  await using sandbox = createSandbox({ workers: 1, onEvent, budgets });
  const greedy = await sandbox.load(
    "export async function handler({ storage }) { for (;;) await storage.get('k'); }",
    { slug: "greedy" },
  );
  const good = await sandbox.load("export const handler = () => ({ handled: true });");
  const { context } = createContext();
  const call = (): Promise<unknown> => greedy.handler(context).catch((error: unknown) => error);
  for (let round = 0; round < 4; round++) {
    await good.handler(context);
    await call();
  }
  const told = events.filter((event) => event.type === "plugin-slow" && event.budget !== "cpu");
  expect(told).toMatchObject([{ slug: "greedy", budget: "broken-limits" }]);
  // It is there, however long the call before has taken.
  await good.handler(context);
  let hasEnded = false;
  const waiting = call().then(() => (hasEnded = true));
  for (let round = 0; round < 10; round++) await good.handler(context);
  expect(hasEnded).toBe(false);
  // Alone it need not wait.
  await waiting;
});

test("the image of a file that is refused is charged to its slug, and an event says so", async () => {
  const events: SandboxEvent[] = [];
  await using sandbox = createSandbox({ workers: 1, onEvent: (event) => void events.push(event) });
  const handler = "export function handler() { return { handled: true }; }";
  const image = "export const table = new Uint8Array(10_000_000).fill(1);";
  const good = await sandbox.load(image + handler, { slug: "good" });
  const { context } = createContext();
  const end = { code: "" };
  const refused = sandbox
    .load(image, { slug: "refused" })
    .catch((error) => Object.assign(end, error));
  // Another plugin is there all the time, however long the load takes, and each call of it.
  const calls: Promise<unknown>[] = [];
  while (end.code === "") {
    calls.push(good.handler(context));
    await sleep(20);
  }
  await Promise.all(calls);
  expect(await refused).toMatchObject({ code: "PLUGIN_NO_HANDLER" });
  const told = events.filter(
    (event) => event.type === "plugin-slow" && event.budget === "transfer",
  );
  expect(told).toMatchObject([{ slug: "refused" }]);
});

test(
  "a call that hangs its worker after it was ended is charged like one that a limit ended, and once",
  { tags: ["long"] },
  async () => {
    const events: SandboxEvent[] = [];
    const onEvent = (event: SandboxEvent): number => events.push(event);
    const budgets = { plugin: { "broken-limits": { capacity: 1.5, perSecond: 1e-6 } } };
    const quarantine = { strikes: 1000 };
    await using sandbox = createSandbox({ workers: 1, onEvent, budgets, quarantine });
    const limits = { cpuMs: 50 };
    const source = "export const handler = () => new Array(2 ** 32 - 1).includes(2);";
    const ended = await sandbox.load(source, { slug: "ended", limits: { ...limits, wallMs: 5 } });
    const hung = await sandbox.load(`${source}//`, { slug: "hung", limits });
    const { context } = createContext();
    const charged = (): string[] =>
      events.flatMap((event) =>
        event.type === "plugin-slow" && event.budget === "broken-limits" ? [event.slug] : [],
      );
    const hang = (): Promise<void> =>
      expect(hung.handler(context)).rejects.toMatchObject({ code: "SANDBOX_CPU_LIMIT" });
    await hang();
    expect(charged()).toEqual([]);
    await hang();
    expect(charged()).toEqual(["hung"]);
    // The time of some may be up before they begin; the worker of each other one goes on until its limit.
    while (charged().length < 2) {
      await expect(ended.handler(context)).rejects.toMatchObject({ code: "PLUGIN_TIMEOUT" });
      await sleep(20);
    }
    // A worker that hung may be noticed while another call of the plugin hangs: then it is told again.
    expect([...new Set(charged())]).toEqual(["hung", "ended"]);
  },
);

const neverAnswers = (): Promise<Response> => new Promise(() => {});

test("an event says that a plugin waits for bytes of answers", async () => {
  const events: SandboxEvent[] = [];
  const onEvent = (event: SandboxEvent): number => events.push(event);
  const own = { onEvent, fetch: neverAnswers, pluginAnswerBytes: 1 };
  await using sandbox = createSandbox({ workers: 1, ...own });
  const source = `export async function handler() {
    await Promise.all([fetch("https://a.example/"), fetch("https://a.example/")]);
  }`;
  const plugin = await sandbox.load(source, { slug: "waits" });
  const call = plugin.handler(createContext().context).catch(() => {});
  await expect
    .poll(() => events)
    .toContainEqual(
      expect.objectContaining({ type: "plugin-slow", slug: "waits", budget: "answers" }),
    );
  await sandbox.close({ graceMs: 0 });
  await call;
});

test("a call that continues after a long answer counts as a rival", async () => {
  const slow: string[] = [];
  await using sandbox = createSandbox({
    workers: 1,
    budgets: { plugin: { cpu: { capacity: 0.01, perSecond: 0.01 } } },
    onEvent: (event) => event.type === "plugin-slow" && slow.push(event.slug),
  });
  const asks = `export async function handler({ storage }) {
    await storage.get("key");
    return { handled: true };
  }`;
  const computes = `export function handler() {
    for (let n = 0; n < 20_000; n++);
    return { handled: true };
  }`;
  const waits = await sandbox.load(asks, { slug: "waits" });
  const busy = await sandbox.load(computes, { slug: "busy" });
  const { context } = createContext();
  const asked: PromiseWithResolvers<string>[] = [];
  const get = (): Promise<string> => {
    const answer = Promise.withResolvers<string>();
    asked.push(answer);
    return answer.promise;
  };
  const storage = { ...context.storage, get };
  const calls = Array.from({ length: 20 }, () => waits.handler({ ...context, storage }));
  await vi.waitUntil(() => asked.length === calls.length);
  const compute = async (times: number): Promise<void> => {
    for (let left = times; left > 0; left--) await busy.handler(context);
  };
  // Longer than a plugin counts as active.
  await sleep(1200);
  await compute(5);
  expect(slow).not.toContain("busy");
  for (const answer of asked) {
    answer.resolve("value");
    // More than once, for a busy machine may take longer for the first one than a plugin counts as active.
    if (!slow.includes("busy")) await compute(2);
  }
  await Promise.all(calls);
  expect(slow).toContain("busy");
});
