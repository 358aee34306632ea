import { setTimeout as sleep } from "node:timers/promises";
import { createManualClock, LIMITS, type Plugin } from "@botwright/core";
import { expect, test } from "vitest";
import { createSandbox } from "../src/index.ts";
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
