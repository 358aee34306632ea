import { silentLogger } from "@botwright/core";
import { afterAll, expect, test, vi } from "vitest";
import { createSandbox } from "../src/index.ts";
import { createContext } from "./context.ts";

const sandbox = createSandbox({ workers: 1, fetch: false });
afterAll(() => sandbox.close());

test("plugins of one sandbox have a network and a log of their own", async () => {
  const source = `export async function handler({ bot, msg }) {
    console.log("asking");
    await bot.reply(msg, await (await fetch("https://example.com/")).text());
    return { handled: true };
  }`;
  const load = async (name: string) => {
    const lines: string[] = [];
    const logger = { ...silentLogger, info: (text: string) => void lines.push(`${name}: ${text}`) };
    const fetch = async (): Promise<Response> => new Response(`the network of ${name}`);
    return { lines, plugin: await sandbox.load(source, { fetch, logger }) };
  };
  const [one, two] = [await load("one"), await load("two")];
  const { context, replies } = createContext();
  await two.plugin.handler(context);
  await one.plugin.handler(context);
  expect(replies).toEqual(["the network of two", "the network of one"]);
  expect([one.lines, two.lines]).toEqual([["one: asking"], ["two: asking"]]);
});

test("a call tells each time when it can only wait", async () => {
  const plugin = await sandbox.load(`export async function handler({ storage }) {
    await Promise.all([storage.get("a"), storage.get("b")]);
    await storage.get("c");
    await new Promise((resolve) => setTimeout(resolve, 1));
    return { handled: true };
  }`);
  const { context } = createContext();
  const asked = new Map<string, () => void>();
  const get = (key: string): Promise<null> =>
    new Promise((resolve) => asked.set(key, () => resolve(null)));
  let times = 0;
  const running = plugin.handler(
    { ...context, storage: { ...context.storage, get } },
    { id: "call", onWaiting: () => (times += 1) },
  );
  /** Answers what was asked, and waits until the call has asked for something else, or waits again. */
  const answer = async (key: string | undefined, next: string): Promise<void> => {
    times = 0;
    if (key !== undefined) asked.get(key)?.();
    await vi.waitUntil(() => asked.has(next) && times > 0, { timeout: 60_000 });
  };
  await answer(undefined, "b");
  // The call gets one of two answers, and waits for the other.
  await answer("a", "b");
  await answer("b", "c");
  // For the timer.
  await answer("c", "c");
  expect(await running).toEqual({ handled: true });
});
