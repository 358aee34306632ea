import { afterAll, describe, expect, test } from "vitest";
import { createSandbox } from "../src/index.ts";
import { createContext } from "./context.ts";
import { loadAndReport, type Report, reportOf } from "./report.ts";

const sandbox = createSandbox();
afterAll(() => sandbox.close());

/** Loads a plugin that reports what the body returns. */
async function load(body: string, top = ""): Promise<Report> {
  return loadAndReport(
    sandbox,
    `${top}
    async function report(ctx) { const { bot, msg, storage } = ctx; ${body} }`,
  );
}

async function evaluate(body: string, top = ""): Promise<unknown> {
  const report = await load(body, top);
  return report();
}

describe("every call starts fresh", () => {
  test("module state, globals of collections and caches do not pass from call to call", async () => {
    const report = await load(
      `state.calls++; state.seen.push(msg.text); cache.set(msg.text, 1); weak.set(state, state.calls);
       await storage.get("wait");
       state.calls++;
       return [state.calls, state.seen, [...cache.keys()], weak.get(state)];`,
      "const state = { calls: 0, seen: [] }; const cache = new Map(); const weak = new WeakMap();",
    );
    const ask = async (text: string): Promise<unknown> => {
      const { context } = createContext();
      return report({ ...context, msg: { ...context.msg, text } });
    };
    expect(await ask("a")).toEqual([2, ["a"], ["a"], 1]);
    expect(await Promise.all([ask("b"), ask("c")])).toEqual([
      [2, ["b"], ["b"], 1],
      [2, ["c"], ["c"], 1],
    ]);
  });

  test("nor from plugin to plugin", async () => {
    const one = "const secret = 'of plugin one'; globalThis.shared = secret;";
    expect(await evaluate("return globalThis.shared;", one)).toBe("of plugin one");
    expect(await evaluate("return typeof globalThis.shared;")).toBe("undefined");
  });

  test("Math.random differs between calls", async () => {
    const report = await load("return [Math.random(), Math.random()];");
    const rows = await Promise.all(Array.from({ length: 20 }, () => report()));
    const numbers = rows.flatMap((row): unknown[] => Object.values(Object(row)));
    expect(new Set(numbers).size).toBe(40);
    expect(numbers.every((number) => Number(number) >= 0 && Number(number) < 1)).toBe(true);
  });
});

describe("no code comes out of a text", () => {
  test.each([
    "eval('1')",
    "globalThis.eval('1')",
    "(0, eval)('1')",
    "new Function('return 1')()",
    "Function('return 1')()",
    "(() => {}).constructor('return 1')()",
    "({}).constructor.constructor('return 1')()",
    "(async () => {}).constructor('return 1')()",
    "(function* () {}).constructor('return 1')()",
    "(async function* () {}).constructor('return 1')()",
    "Reflect.construct(Object.getPrototypeOf(async () => {}).constructor, ['return 1'])",
    "bot.reply.constructor('return 1')()",
    "fetch.constructor('return 1')()",
    "Object.getPrototypeOf(Object.getPrototypeOf(bot.reply)).constructor.constructor('1')",
    "import('data:text/javascript,1').then((m) => { throw new Error('imported ' + m); })",
    "setTimeout('throw 1', 0)",
  ])("%s", async (code) => {
    const refused = `try { await ${code}; return "allowed"; } catch (error) { return error.name; }`;
    expect(await evaluate(refused)).toMatch(/^(EvalError|ReferenceError|TypeError)$/);
  });
});

describe("what plugins may not have is not there", () => {
  // spec: plugin.no-node
  test.each([
    "require",
    "process",
    "module",
    "exports",
    "WebAssembly",
    "SharedArrayBuffer",
    "eval",
  ])("%s", async (name) => {
    expect(await evaluate(`return typeof ${name};`)).toBe("undefined");
  });
});

describe("what is built in cannot be changed", () => {
  // spec: code.globals
  test.each([
    "Object.prototype.polluted = 1",
    "({}).__proto__.polluted = 1",
    "Array.prototype.push = () => 0",
    "delete Array.prototype.map",
    "Object.defineProperty(String.prototype, 'trim', { value: 1 })",
    "Object.setPrototypeOf(Map.prototype, null)",
    "Promise.prototype.then = null",
    "Math.random = () => 4",
    "JSON.parse = null",
    "Date.now = () => 0",
    "globalThis.fetch = null",
    "globalThis.newGlobal = 1",
    "undeclared = 1",
    "console.log = null",
    "Buffer.from = null",
    "bot.reply = null",
    "ctx.storage.get = null",
    "bot.reply.extra = 1",
    "Error.prototype.message = 'x'",
    "Object.getPrototypeOf(function* () {}).x = 1",
    "Object.getPrototypeOf([][Symbol.iterator]()).next = null",
    "Object.getPrototypeOf(Uint8Array).from = null",
  ])("%s", async (code) => {
    const outcome = await evaluate(
      `try { ${code}; return "allowed"; } catch (error) { return error.name; }`,
    );
    expect(outcome).toMatch(/^(TypeError|ReferenceError)$/);
  });

  test("and what authors write on their own objects works all the same", async () => {
    const value = await evaluate(`
      class MyError extends Error { constructor(text) { super(text); this.name = "MyError"; } }
      function Old() {} Old.prototype.toString = () => "old"; Old.prototype.constructor = Old;
      const own = {}; own.toString = () => "own"; own.valueOf = () => 5; own.hasOwnProperty = 1;
      const list = []; list.map = () => "mapped";
      class Stack extends Array { push(...items) { this.pushed = items.length; return super.push(...items); } }
      const stack = new Stack(); stack.push(1, 2);
      const error = new TypeError("x"); error.name = "Renamed"; error.message = "changed";
      const namespace = Object.create({ inherited: 1 }); namespace.constructor = "mine";
      return [String(new MyError("m")), new MyError("m") instanceof Error, String(new Old()), String(own), own + 1,
        Object.keys(own), list.map(), stack.length, stack.pushed, String(error), namespace.constructor,
        (() => {}) instanceof Function, [1, 2].map(String), new Date(5) instanceof Date];`);
    expect(value).toEqual([
      "MyError: m",
      true,
      "old",
      "own",
      6,
      ["toString", "valueOf", "hasOwnProperty"],
      "mapped",
      2,
      2,
      "Renamed: changed",
      "mine",
      true,
      ["1", "2"],
      true,
    ]);
  });
});

describe("the host cannot be misled", () => {
  test("by prototypes in arguments and results", async () => {
    const { context, calls } = createContext();
    const plugin = await sandbox.load(`export async function handler({ storage }) {
      await storage.set("k", JSON.parse('{"__proto__":{"polluted":1},"constructor":{"prototype":{"x":1}}}'));
      return JSON.parse('{"handled":true,"__proto__":{"polluted":1}}');
    }`);
    const result = await plugin.handler(context);
    expect(Reflect.get({}, "polluted")).toBeUndefined();
    expect(Reflect.ownKeys(result)).toEqual(["handled"]);
    expect(result.handled).toBe(true);
    expect(Object.getPrototypeOf(result)).toBe(Object.prototype);
    expect(Object.getPrototypeOf(calls[0]?.[2])).toBe(Object.prototype);
  });

  test("by arguments that turn themselves into others", async () => {
    const { context, calls } = createContext();
    const report = await load(`
      const outcomes = [];
      for (const args of [
        [{ from: "u", contextToken: "t", toJSON: () => 5 }, "x"],
        [msg, { toJSON: () => ({ evil: 1 }) }],
        [msg, "x", "more"],
        [new Proxy({}, { get: () => "x", ownKeys: () => { throw new Error("trap") } }), "x"],
      ]) outcomes.push(await bot.reply(...args).then(() => "sent", (error) => error.code ?? error.message));
      return outcomes;`);
    expect(await report(context)).toEqual([
      "INVALID_ARGUMENT",
      "INVALID_ARGUMENT",
      "INVALID_ARGUMENT",
      "trap",
    ]);
    expect(calls).toEqual([]);
  });

  test("by getting hold of the bootstrap through what it calls", async () => {
    const { context, calls } = createContext();
    const plugin = await sandbox.load(`export async function handler({ bot, storage }) {
      const seen = [];
      const spy = { get callee() { seen.push("callee"); }, toJSON() { seen.push(typeof this); return { from: "u", contextToken: "t" }; } };
      await bot.reply(spy, "x");
      const thenable = {
        then(resolve, reject) {
          seen.push(resolve.length, reject.length);
          storage.set("report", { value: seen }).then(() => resolve({ handled: true }));
        },
      };
      return thenable;
    }`);
    expect(await reportOf(plugin, context)).toEqual(["object", 1, 1]);
    expect(calls).toHaveLength(1);
  });
});

describe("time and chance are given by the host", () => {
  test("Date shows the host's clock, which stands still between host calls", async () => {
    let now = 1_700_000_000_000;
    const clock = { now: () => now, after: () => () => {} };
    await using own = createSandbox({ clock });
    const report = await loadAndReport(
      own,
      `const loaded = Date.now();
       async function report({ storage }) {
         const times = [loaded, Date.now(), new Date().getTime()];
         for (let i = 0; i < 1e5; i++);
         times.push(Date.now(), +new Date(0), new Date("2020-01-02T03:04:05Z").toISOString(), typeof Date());
         await storage.get("tick");
         return [...times, Date.now()];
       }`,
    );
    const { context } = createContext();
    const get = async (): Promise<null> => {
      now += 1000;
      return null;
    };
    expect(await report({ ...context, storage: { ...context.storage, get } })).toEqual([
      0,
      1_700_000_000_000,
      1_700_000_000_000,
      1_700_000_000_000,
      0,
      "2020-01-02T03:04:05.000Z",
      "string",
      1_700_000_001_000,
    ]);
  });
});

test("globals cannot be defined anew, and the bootstrap does not look them up again", async () => {
  const report = await loadAndReport(
    sandbox,
    `
    class Base { constructor() { return globalThis; } }
    class Fields extends Base {
      JSON = { parse: () => "forged", stringify: () => '["forged"]' };
      Promise = undefined; Object = undefined; Map = undefined; ArrayBuffer = undefined;
    }
    async function report({ storage }) {
      const codes = [
        () => Object.defineProperty(globalThis, "fetch", { value: "forged" }),
        () => Object.defineProperties(globalThis, { JSON: { value: "forged" } }),
      ].map((define) => { try { define(); return "done"; } catch (error) { return error.name; } });
      codes.push(Reflect.defineProperty(globalThis, "Buffer", { value: "forged" }), typeof fetch);
      try { new Fields(); } catch {}
      await storage.set("key", { a: [1] });
      return { codes, value: await storage.get("key") };
    }`,
  );
  expect(await report()).toEqual({
    codes: ["TypeError", "TypeError", false, "function"],
    value: { a: [1] },
  });
});
