import {
  callLimitBroken,
  createManualClock,
  LIMITS,
  type Logger,
  silentLogger,
} from "@botwright/core";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, describe, expect, test } from "vitest";
import { createSandbox } from "../src/index.ts";
import { createContext } from "./context.ts";

const sandbox = createSandbox({ workers: 1, limits: { cpuMs: 100 } });
afterAll(() => sandbox.close());

const handler = (body: string): string =>
  `export async function handler({ bot, msg, storage }) { ${body}; return { handled: true }; }`;

describe("a broken limit ends the call with its code", () => {
  test.each([
    ["cpuMs", { cpuMs: 100 }, "for (;;);", "SANDBOX_CPU_LIMIT"],
    [
      "hostCalls",
      { hostCalls: 5 },
      "for (let i = 0; i < 6; i++) await storage.get('k')",
      "SANDBOX_HOST_CALL_LIMIT",
    ],
    [
      "hostCalls at once",
      { hostCalls: 5 },
      "await Promise.all(Array.from({ length: 1e5 }, () => storage.get('k')))",
      "SANDBOX_HOST_CALL_LIMIT",
    ],
    [
      "sends",
      { sends: 2 },
      "for (let i = 0; i < 3; i++) await bot.reply(msg, 'x')",
      "SANDBOX_SEND_LIMIT",
    ],
    [
      "sends of all kinds",
      { sends: 2 },
      "await bot.reply(msg, 'x'); await bot.sendText('u', 'x'); await bot.sendImage('u', Buffer.from('x'))",
      "SANDBOX_SEND_LIMIT",
    ],
    [
      "fetches",
      { fetches: 1 },
      "await fetch('https://a.example').catch(() => {}); await fetch('https://a.example')",
      "SANDBOX_FETCH_LIMIT",
    ],
    [
      "timers",
      { timers: 3 },
      "await new Promise(() => { setInterval(() => {}, 1); })",
      "SANDBOX_TIMER_LIMIT",
    ],
    [
      "transferBytes of texts",
      { transferBytes: 9000 },
      "await storage.set('k', 'x'.repeat(9000))",
      "SANDBOX_TRANSFER_LIMIT",
    ],
    [
      "transferBytes of bytes",
      { transferBytes: 9000 },
      "await bot.sendImage('u', Buffer.alloc(9000))",
      "SANDBOX_TRANSFER_LIMIT",
    ],
    [
      "transferBytes of the result",
      { transferBytes: 9000 },
      "return 'x'.repeat(9000)",
      "SANDBOX_TRANSFER_LIMIT",
    ],
    [
      "transferBytes of answers",
      { transferBytes: 9000 },
      "await storage.set('k', 'x'.repeat(4000)); await storage.get('k'); await storage.get('k')",
      "SANDBOX_TRANSFER_LIMIT",
    ],
    [
      "transferValues",
      { transferValues: 10_000 },
      "await storage.set('k', new Array(20_000).fill({}))",
      "SANDBOX_TRANSFER_LIMIT",
    ],
    ["jobs", { jobs: 5000 }, "for (;;) await null", "SANDBOX_JOB_LIMIT"],
    [
      "consoleBytes",
      { consoleBytes: 200 },
      "for (;;) console.log('flood')",
      "SANDBOX_CONSOLE_LIMIT",
    ],
    [
      "memoryBytes",
      { memoryBytes: 2 ** 24 },
      "const all = []; for (;;) all.push(new Uint8Array(1e6))",
      "SANDBOX_MEMORY_LIMIT",
    ],
  ])("%s", async (_limit, limits, body, code) => {
    const plugin = await sandbox.load(handler(body), { limits: { cpuMs: 10_000, ...limits } });
    await expect(plugin.handler(createContext().context)).rejects.toMatchObject({
      name: "PluginError",
      code,
    });
  });
});

test("a broken limit stops the guest at once, in the middle of a loop of host calls", async () => {
  let stopped = false;
  const source = handler(
    "try { for (let i = 0; i < 1e6; i++) storage.get('k').catch(() => {}); } finally { console.log('went on') }",
  );
  const logger = { ...silentLogger, info: () => (stopped = true) };
  await using own = createSandbox({ workers: 1, limits: { hostCalls: 3, cpuMs: 60_000 }, logger });
  const plugin = await own.load(source);
  await expect(plugin.handler(createContext().context)).rejects.toMatchObject({
    code: "SANDBOX_HOST_CALL_LIMIT",
  });
  expect(stopped).toBe(false);
});

test("a broken limit of host calls says what the host-call pipeline says, though a worker counts first", async () => {
  const limits = { ...LIMITS.call, hostCalls: 3 };
  const plugin = await sandbox.load(handler("for (;;) await storage.get('k')"), {
    limits: { hostCalls: 3 },
  });
  const { code, message } = callLimitBroken("hostCalls", limits);
  await expect(plugin.handler(createContext().context)).rejects.toMatchObject({ code, message });
});

test("sends up to the limit are done", async () => {
  const source = handler("for (;;) await bot.reply(msg, 'x')");
  const plugin = await sandbox.load(source, { limits: { sends: 3 } });
  const { context, replies } = createContext();
  await expect(plugin.handler(context)).rejects.toMatchObject({ code: "SANDBOX_SEND_LIMIT" });
  expect(replies).toHaveLength(3);
});

test("CPU time is summed over the slices between waits, and waiting costs none", async () => {
  const work = "const until = 4e5; let sum = 0; for (let i = 0; i < until; i++) sum += i";
  const plugin = await sandbox.load(
    handler(`for (let round = 0; round < 100; round++) { ${work}; await storage.get("k"); }`),
  );
  await expect(plugin.handler(createContext().context)).rejects.toMatchObject({
    code: "SANDBOX_CPU_LIMIT",
  });
  const patient = await sandbox.load(handler("await storage.get('slow')"));
  const { context } = createContext();
  const storage = { ...context.storage, get: () => sleep(150, null) };
  await expect(patient.handler({ ...context, storage })).resolves.toEqual({ handled: true });
});

describe("wall time", () => {
  test("is counted by the sandbox's clock, waits included", async () => {
    const clock = createManualClock(0);
    await using own = createSandbox({ workers: 1, clock, limits: { wallMs: 5000 } });
    const plugin = await own.load(handler("await storage.get('never')"));
    const { context } = createContext();
    const asked = Promise.withResolvers<void>();
    const get = (): Promise<never> => {
      asked.resolve();
      return new Promise(() => {});
    };
    const call = plugin.handler({ ...context, storage: { ...context.storage, get } });
    const outcome = call.catch((error: unknown) => error);
    await asked.promise;
    clock.advance(5000);
    expect(await outcome).toMatchObject({ code: "PLUGIN_TIMEOUT" });
  });

  test("a call whose signal is aborted ends at once", async () => {
    const plugin = await sandbox.load(
      handler("await new Promise((resolve) => setTimeout(resolve, 60_000))"),
    );
    const { context } = createContext();
    const aborter = new AbortController();
    const call = plugin.handler(context, { id: "1", signal: aborter.signal });
    const outcome = call.catch((error: unknown) => error);
    setTimeout(() => aborter.abort(), 20);
    expect(await outcome).toMatchObject({ code: "ABORTED" });
    const late = plugin.handler(context, { id: "2", signal: aborter.signal });
    await expect(late).rejects.toMatchObject({ code: "ABORTED" });
    const timed = plugin.handler(context, { id: "3", signal: AbortSignal.timeout(20) });
    await expect(timed).rejects.toMatchObject({ code: "PLUGIN_TIMEOUT" });
  });
});

test("console output goes to the logger, up to its limit", async () => {
  const lines: [string, string, unknown][] = [];
  const line =
    (level: string) =>
    (text: string, fields?: unknown): void => {
      lines.push([level, text, fields]);
    };
  const logger: Logger = {
    debug: line("debug"),
    info: line("info"),
    warn: line("warn"),
    error: line("error"),
  };
  await using logged = createSandbox({ workers: 1, logger, limits: { consoleBytes: 1000 } });
  const plugin = await logged.load(
    handler(`
      console.log("text", 1, { a: [1, "b"], f() {} }, new Map([["k", null]]), undefined);
      console.error(new TypeError("bad"));
      console.debug("x".repeat(1000));
      console.warn("never");
    `),
    { slug: "chatty" },
  );
  const running = plugin.handler(createContext().context, { id: "call-1" });
  await expect(running).rejects.toMatchObject({ code: "SANDBOX_CONSOLE_LIMIT" });
  const fields = { plugin: "chatty", callId: "call-1" };
  expect(lines).toEqual([
    ["info", 'text 1 { a: [ 1, "b" ], f: [function f] } Map { "k" => null } undefined', fields],
    ["error", expect.stringMatching(/^TypeError: bad\n {4}at handler \(chatty\.js:3:/), fields],
    ["debug", expect.stringMatching(/^x*$/), fields],
  ]);
  expect(lines.reduce((sum, [, text]) => sum + text.length, 0)).toBeLessThanOrEqual(1000);
});

test("a line of the console shows part of a large value, and reads no more of it", async () => {
  const texts: string[] = [];
  const line = (text: string): void => void texts.push(text);
  const logger: Logger = { debug: line, info: line, warn: line, error: line };
  await using logged = createSandbox({ workers: 1, logger, limits: { cpuMs: 400 } });
  const plugin = await logged.load(
    handler(`
      const wide = Array(1000).fill(0);
      const wider = Array(1000).fill(wide);
      console.log(Array(1000).fill(wider));
      console.log(wide);
      const own = new Map();
      own.set(own, own);
      console.log(own, new Set([own]), {}, [], new Map());
      console.log(Object.fromEntries(wide.map((zero, at) => ["k" + at, zero])));
      console.log({ get broken() { throw new Error("own") } });
    `),
  );
  await plugin.handler(createContext().context);
  const [nested = "", flat, own, keys = "", broken] = texts;
  expect(broken).toMatch(/^\{ broken: Error: own/u);
  expect(nested.match(/0/gu)?.length).toBeLessThan(3000);
  expect(nested).toContain("more");
  expect(flat).toBe(`[ ${"0, ".repeat(100)}… 900 more ]`);
  expect(own).toBe(
    "Map { [circular] => [circular] } Set { Map { [circular] => [circular] } } {} [] Map {}",
  );
  expect(keys).toMatch(/^\{ k0: 0, .*k99: 0, … 900 more \}$/u);
});

describe("errors show the plugin's own lines and nothing of the bootstrap", () => {
  test("a stack", async () => {
    const plugin = await sandbox.load(
      `function fail(value) {
  return value.missing.property;
}
export async function handler({ storage }) {
  await storage.get("k");
  return [{}].map(fail);
}`,
      { slug: "broken" },
    );
    const error: unknown = await plugin.handler(createContext().context).catch((thrown) => thrown);
    expect(error).toMatchObject({
      name: "PluginError",
      code: "PLUGIN_ERROR",
      message: "TypeError: cannot read property 'property' of undefined",
    });
    expect(error instanceof Error ? error.stack?.split("\n") : undefined).toEqual([
      "PluginError: TypeError: cannot read property 'property' of undefined",
      expect.stringMatching(/^ {4}at fail \(broken\.js:2:\d+\)$/),
      expect.stringMatching(/^ {4}at handler \(broken\.js:6:\d+\)$/),
    ]);
  });

  test.each([
    ["an Error", "throw new Error('plain')", "plain"],
    ["an own class", "class Odd extends Error { name = 'Odd' } throw new Odd('why')", "Odd: why"],
    ["a text", "throw 'just text'", "string: just text"],
    ["nothing", "throw undefined", "undefined: undefined"],
    [
      "an object that fights back",
      "throw { get message() { throw 1 } }",
      "the error could not be read",
    ],
    ["a synchronous throw", "", "sync"],
  ])("%s", async (what, body, message) => {
    const source =
      what === "a synchronous throw"
        ? "export function handler() { throw new Error('sync') }"
        : handler(body);
    const plugin = await sandbox.load(source);
    await expect(plugin.handler(createContext().context)).rejects.toMatchObject({
      code: "PLUGIN_ERROR",
      message,
    });
  });
});
