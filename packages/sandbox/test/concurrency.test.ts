import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { createSandbox } from "../src/index.ts";
import { createContext } from "./context.ts";
import { loadAndReport } from "./report.ts";

/** A storage whose `get` waits until the test lets it go on. */
function createGate(waiting: number): {
  get: () => Promise<string>;
  all: Promise<void>;
  open(): void;
} {
  const all = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<string>();
  let asked = 0;
  const get = (): Promise<string> => {
    asked++;
    if (asked === waiting) all.resolve();
    return gate.promise;
  };
  return { get, all: all.promise, open: () => gate.resolve("answer") };
}

const patient = `let state = [];
  async function report({ msg, storage, bot }) {
    const own = { text: msg.text, bytes: new Uint8Array(2000).fill(Number(msg.text)) };
    state.push(msg.text);
    const answer = await storage.get("gate");
    const sum = own.bytes.reduce((a, b) => a + b, 0);
    await bot.reply(msg, "still here");
    return { text: own.text, state, answer, sum };
  }`;

test(
  "200 handlers wait in one worker at once; each goes on with its own locals",
  { tags: ["long"] },
  async () => {
    await using sandbox = createSandbox({ workers: 1 });
    const report = await loadAndReport(sandbox, patient);
    const gate = createGate(200);
    const calls = Array.from({ length: 200 }, (_, number) => {
      const { context } = createContext();
      const storage = { ...context.storage, get: gate.get };
      const msg = { ...context.msg, text: String(number % 200) };
      return report({ ...context, msg, storage });
    });
    await gate.all;
    gate.open();
    expect(await Promise.all(calls)).toEqual(
      Array.from({ length: 200 }, (_, number) => ({
        text: String(number),
        state: [String(number)],
        answer: "answer",
        sum: number * 2000,
      })),
    );
  },
);

test("a waiting handler does not hold up others", async () => {
  await using sandbox = createSandbox({ workers: 1 });
  const report = await loadAndReport(sandbox, patient);
  const quick = await sandbox.load("export const handler = () => ({ handled: true });");
  const gate = createGate(1);
  const { context } = createContext();
  const call = report({ ...context, storage: { ...context.storage, get: gate.get } });
  await gate.all;
  expect(await quick.handler(context)).toEqual({ handled: true });
  gate.open();
  expect(await call).toMatchObject({ answer: "answer" });
});

test("waiting handlers that have used much memory go on as well", { tags: ["long"] }, async () => {
  await using sandbox = createSandbox({ workers: 1 });
  const report = await loadAndReport(
    sandbox,
    `async function report({ msg, storage }) {
    const large = new Uint8Array(20_000_000).fill(Number(msg.text));
    await storage.get("gate");
    return { first: large[0], last: large.at(-1), length: large.length };
  }`,
  );
  const gate = createGate(4);
  const calls = ["1", "2", "3", "4"].map((text) => {
    const { context } = createContext();
    const storage = { ...context.storage, get: gate.get };
    return report({ ...context, msg: { ...context.msg, text }, storage });
  });
  await gate.all;
  gate.open();
  expect(await Promise.all(calls)).toEqual(
    [1, 2, 3, 4].map((value) => ({ first: value, last: value, length: 20_000_000 })),
  );
});

const holding = `export async function handler({ storage, msg }) {
  const held = new Uint8Array(Number(msg.text)).fill(7);
  await storage.get("key");
  return { handled: held.length === Number(msg.text) };
}`;

test("when waiting calls hold too much memory together, the plugin that holds most in sum gives way", async () => {
  await using sandbox = createSandbox({ workers: 1, waitingBytes: 40_000_000 });
  const many = await sandbox.load(holding, { slug: "many" });
  const one = await sandbox.load(`${holding} // one`, { slug: "one" });
  const gate = createGate(31);
  const ended: unknown[] = [];
  const call = (plugin: typeof one, size: number): Promise<unknown> => {
    const { context } = createContext();
    const storage = { ...context.storage, get: gate.get };
    const msg = { ...context.msg, text: String(size) };
    return plugin
      .handler({ ...context, msg, storage })
      .catch((error: unknown) => ended.push(error));
  };
  const large = call(one, 10_000_000);
  const small = Array.from({ length: 30 }, () => call(many, 3_000_000));
  while (ended.length < 10) await sleep(5);
  gate.open();
  // The largest call is not the one that is in the way.
  expect(await large).toEqual({ handled: true });
  const results = await Promise.all(small);
  expect(results).toContainEqual({ handled: true });
  for (const error of ended) expect(error).toMatchObject({ code: "SANDBOX_MEMORY_LIMIT" });
});

test("several workers share the plugins", async () => {
  await using sandbox = createSandbox({ workers: 3 });
  const report = await loadAndReport(sandbox, patient);
  const gate = createGate(12);
  const calls = Array.from({ length: 12 }, (_, number) => {
    const { context } = createContext();
    const storage = { ...context.storage, get: gate.get };
    return report({ ...context, msg: { ...context.msg, text: String(number) }, storage });
  });
  await gate.all;
  gate.open();
  const results = await Promise.all(calls);
  expect(results.map((result) => Reflect.get(Object(result), "text"))).toEqual(
    Array.from({ length: 12 }, (_, number) => String(number)),
  );
});

const HANG = "'a'.repeat(4e6).indexOf('a'.repeat(2e6) + 'b')";

describe("a worker that hangs in native code is ended", () => {
  test("the guilty call is blamed, and the sandbox goes on", async () => {
    await using sandbox = createSandbox({ workers: 1, limits: { cpuMs: 50 } });
    const hung = await sandbox.load(`export const handler = () => ${HANG};`);
    const quick = await sandbox.load("export const handler = () => ({ handled: true });");
    const { context } = createContext();
    await expect(hung.handler(context)).rejects.toMatchObject({
      code: "SANDBOX_CPU_LIMIT",
      message: expect.stringContaining("could not be interrupted"),
    });
    expect(await quick.handler(context)).toEqual({ handled: true });
    await expect(sandbox.load(HANG)).rejects.toMatchObject({ code: "SANDBOX_CPU_LIMIT" });
    expect(await quick.handler(context)).toEqual({ handled: true });
  });

  test("all others go on in the next worker: waiting ones, answered ones, and those in the queue", async () => {
    await using sandbox = createSandbox({ workers: 1, limits: { cpuMs: 100 } });
    const report = await loadAndReport(sandbox, patient);
    const hung = await sandbox.load(`export const handler = () => ${HANG};`);
    const [early, late] = [createGate(12), createGate(12)];
    const ask = (text: string, get: () => Promise<string>): Promise<unknown> => {
      const { context } = createContext();
      const storage = { ...context.storage, get };
      return report({ ...context, msg: { ...context.msg, text }, storage });
    };
    const numbers = Array.from({ length: 12 }, (_, number) => String(number));
    const answeredWhileHung = numbers.map((text) => ask(text, early.get));
    const answeredAfterwards = numbers.map((text) => ask(text, late.get));
    await Promise.all([early.all, late.all]);
    const guilty = hung.handler(createContext().context).catch((error: unknown) => error);
    const queued = numbers.map((text) => ask(text, async () => "answer"));
    early.open();
    expect(await guilty).toMatchObject({ code: "SANDBOX_CPU_LIMIT" });
    late.open();
    const expected = numbers.map((text) => ({
      text,
      state: [text],
      answer: "answer",
      sum: Number(text) * 2000,
    }));
    expect(await Promise.all(answeredWhileHung)).toEqual(expected);
    expect(await Promise.all(answeredAfterwards)).toEqual(expected);
    expect(await Promise.all(queued)).toEqual(expected);
  });

  test("also when the call that hangs has been ended from outside", async () => {
    await using sandbox = createSandbox({ workers: 1, limits: { cpuMs: 100 } });
    const hung = await sandbox.load(`export const handler = () => ${HANG};`);
    const quick = await sandbox.load("export const handler = () => ({ handled: true });");
    const { context } = createContext();
    const call = { id: "1", signal: AbortSignal.timeout(40) };
    await expect(hung.handler(context, call)).rejects.toMatchObject({ code: "PLUGIN_TIMEOUT" });
    expect(await quick.handler(context)).toEqual({ handled: true });
  });
});
