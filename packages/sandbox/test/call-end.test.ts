import { setImmediate as nextTurn } from "node:timers/promises";
import {
  createManualClock,
  createMemoryJournal,
  type HostCallInterceptor,
  InfrastructureError,
  LIMITS,
  openJournaledRun,
  openPluginCall,
  PluginError,
  silentLogger,
} from "@botwright/core";
import { createSandbox } from "@botwright/sandbox";
import { afterAll, expect, test } from "vitest";
import { createContext } from "./context.ts";
import { loadAndReport } from "./report.ts";

const sandbox = createSandbox({ workers: 1 });
afterAll(() => sandbox.close());

test("host calls that were not awaited are still done", async () => {
  const plugin = await sandbox.load(`export async function handler({ bot, msg }) {
    bot.reply(msg, "not awaited");
    return { handled: true };
  }`);
  const { context, replies } = createContext();
  await plugin.handler(context);
  expect(replies).toEqual(["not awaited"]);
});

test("a call does not wait for the host while answers that nobody awaits wait for their turns", async () => {
  const calls = 8;
  const plugin = await sandbox.load(`export async function handler({ storage }) {
    for (let n = 0; n < ${calls}; n++) storage.get("key");
    return { handled: true };
  }`);
  const { context } = createContext();
  const allAsked = Promise.withResolvers<undefined>();
  // To make JSON of one takes longer than the main thread gives one plugin in one turn.
  const value = Array.from({ length: 60_000 }, (_, n) => n);
  let underWay = 0;
  let isWaiting = false;
  // What a clock that jumps to the next timer is told, as the harness has it.
  const around: HostCallInterceptor = async (_operation, _args, execute) => {
    underWay++;
    try {
      return await execute();
    } finally {
      underWay--;
      isWaiting = false;
    }
  };
  const get = async (): Promise<number[]> => {
    if (underWay === calls) setImmediate(allAsked.resolve, undefined);
    await allAsked.promise;
    return value;
  };
  const opened = openPluginCall(
    { ...context, storage: { ...context.storage, get } },
    {
      id: "call",
      plugin,
      wallMs: 60_000,
      clock: createManualClock(0),
      around,
      intercept: (await openJournaledRun(createMemoryJournal(), "call")).intercept,
      onWaiting: () => (isWaiting = true),
      onHostCall: ({ type }) => {
        if (type === "host-call-settled") isWaiting = false;
      },
    },
  );
  const ended = plugin.handler(opened.permitted, opened.call);
  let idleTurns = 0;
  while ((await Promise.race([ended, nextTurn("running")])) === "running") {
    if (isWaiting && underWay === 0) idleTurns++;
  }
  expect(await ended).toEqual({ handled: true });
  expect(idleTurns).toBe(0);
  await opened.end();
});

test.each([
  ["a limit that is broken", new PluginError("too many", { code: "SANDBOX_SEND_LIMIT" }), false],
  ["a failure of the host", new InfrastructureError("the database is gone"), true],
])("%s after the handler's return", async (_what, error, isFailure) => {
  const plugin = await sandbox.load(`export async function handler({ storage }) {
    storage.set("key", 1);
    return { handled: true };
  }`);
  const { context } = createContext();
  const asked = Promise.withResolvers<undefined>();
  const aborter = new AbortController();
  const never = new Promise<never>(() => {});
  const opened = openPluginCall(
    {
      ...context,
      storage: {
        ...context.storage,
        async set() {
          asked.resolve(undefined);
          return never;
        },
      },
    },
    {
      id: "call",
      plugin,
      wallMs: 60_000,
      clock: createManualClock(0),
      signal: aborter.signal,
      // The guest has returned, and only waits for its write.
      onWaiting: () => aborter.abort(error),
    },
  );
  const handling = plugin.handler(opened.permitted, opened.call);
  const ending = Promise.race([handling, opened.aborted]);
  await asked.promise;
  const [ended] = await Promise.allSettled([ending]);
  expect(ended).toEqual(
    isFailure
      ? { status: "rejected", reason: error }
      : { status: "fulfilled", value: { handled: true } },
  );
});

test("what a handler has asked for before it throws is begun, unless it waits for others", async () => {
  const plugin = await sandbox.load(`export async function handler({ storage }) {
    for (let n = 0; n < 12; n++) storage.set("key" + n, n);
    throw new Error("the end");
  }`);
  const { context } = createContext();
  const keys: string[] = [];
  const set = async (key: string): Promise<void> => {
    await nextTurn();
    keys.push(key);
  };
  const called = plugin.handler({ ...context, storage: { ...context.storage, set } });
  await expect(called).rejects.toMatchObject({ code: "PLUGIN_ERROR" });
  await expect.poll(() => keys).toEqual(Array.from({ length: 8 }, (_, n) => `key${n}`));
});

test("a handler that throws does not wait for memory that others hold", async () => {
  const answer = Promise.withResolvers<Response>();
  let fetches = 0;
  await using small = createSandbox({
    workers: 1,
    // For one answer of a fetch.
    pluginAnswerBytes: LIMITS.call.fetchBytes,
    fetch() {
      fetches++;
      return answer.promise;
    },
  });
  const plugin = await small.load(`export async function handler({ config, storage }) {
    const later = new Promise((resolve) => setTimeout(resolve, 1));
    const aborter = new AbortController();
    const { signal } = aborter;
    const fetching = fetch("https://api.example/", { signal }).catch(() => {});
    await (config.isPatient ? fetching : later);
    if (config.takesBack) aborter.abort();
    storage.set("at the end", 1);
    throw new Error("the end");
  }`);
  const keys: string[] = [];
  const { context: plain } = createContext();
  const storage = { ...plain.storage, set: async (key: string) => void keys.push(key) };
  const context = { ...plain, storage };
  const patient = plugin.handler({ ...context, config: { isPatient: true } });
  await expect.poll(() => fetches).toBe(1);
  for (const takesBack of [false, true]) {
    const impatient = plugin.handler({ ...context, config: { takesBack } });
    await expect(impatient).rejects.toMatchObject({ message: "the end" });
  }
  // Asked for together with the end, behind the fetch that has waited; it may have its turn after the end.
  await expect.poll(() => keys).toEqual(["at the end", "at the end"]);
  answer.resolve(new Response("42"));
  await expect(patient).rejects.toMatchObject({ message: "the end" });
  expect(fetches).toBe(1);
});

test("a handler goes on beside a request that waits for memory, and may take it back", async () => {
  const answer = Promise.withResolvers<Response>();
  const asked: string[] = [];
  await using small = createSandbox({
    workers: 1,
    // For one answer of a fetch.
    pluginAnswerBytes: LIMITS.call.fetchBytes,
    fetch(url) {
      asked.push(url);
      return answer.promise;
    },
  });
  const plugin = await small.load(`export async function handler({ bot, msg, config }) {
    const aborter = new AbortController();
    const asking = fetch("https://api.example/" + config.who, { signal: aborter.signal });
    if (config.isPatient) return { handled: (await asking).ok };
    const late = new Promise((resolve) => setTimeout(resolve, 1, "late"));
    await bot.reply(msg, await Promise.race([asking, late]));
    aborter.abort();
    return asking.catch((error) => ({ handled: error.name === "AbortError" }));
  }`);
  const { context, replies } = createContext();
  const patient = plugin.handler({ ...context, config: { who: "patient", isPatient: true } });
  await expect.poll(() => asked).toHaveLength(1);
  expect(await plugin.handler({ ...context, config: { who: "other" } })).toEqual({ handled: true });
  expect(replies).toEqual(["late"]);
  answer.resolve(new Response("42"));
  expect(await patient).toEqual({ handled: true });
  expect(asked).toEqual(["https://api.example/patient"]);
});

test.each([
  ["a write", 'storage.set("seen", 1)', true],
  ["a request", 'fetch("https://api.example/")', true],
  ["a read", 'storage.get("seen")', false],
  ["an indicator", "bot.sendTyping(msg.from)", false],
  ["a search", 'searchService.search("weather")', false],
])(
  "%s that was not awaited is warned of where its failure would be lost",
  async (_what, call, isWarned) => {
    const warnings: string[] = [];
    await using warning = createSandbox({
      workers: 1,
      fetch: async () => new Response("42"),
      logger: { ...silentLogger, warn: (message) => void warnings.push(message) },
    });
    const plugin =
      await warning.load(`export async function handler({ bot, msg, storage, searchService }) {
    ${call};
    return { handled: true };
  }`);
    await plugin.handler(createContext().context);
    expect(warnings).toHaveLength(isWarned ? 1 : 0);
  },
);

test("a request that the plugin has aborted is not warned of", async () => {
  const warnings: string[] = [];
  await using racing = createSandbox({
    workers: 1,
    fetch: async (address, { signal }) => {
      if (address === "https://fast.example/") return new Response("42");
      return new Promise((_resolve, reject) => {
        signal.addEventListener("abort", () => reject(signal.reason));
      });
    },
    logger: { ...silentLogger, warn: (message) => void warnings.push(message) },
  });
  const plugin = await racing.load(`export async function handler() {
    const aborter = new AbortController();
    const { signal } = aborter;
    const hosts = ["slow.example", "fast.example"];
    await Promise.any(hosts.map((host) => fetch("https://" + host + "/", { signal })));
    aborter.abort();
    return { handled: true };
  }`);
  expect(await plugin.handler(createContext().context)).toEqual({ handled: true });
  expect(warnings).toEqual([]);
});

test("what the guest asks for after the end has no effect", async () => {
  const plugin = await sandbox.load(`export async function handler({ bot, msg, storage }) {
    setTimeout(() => bot.reply(msg, "timer"), 1);
    storage.get("x").then(() => bot.reply(msg, "answer"));
    Promise.resolve().then(() => Promise.resolve()).then(async () => {
      for (let i = 0; i < 50; i++) await null;
      bot.reply(msg, "late");
    });
    return { handled: true };
  }`);
  const { context, replies } = createContext();
  await plugin.handler(context);
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(replies).toEqual([]);
});

test("a call ends when the last of its timers has begun after the handler's return", async () => {
  const clock = createManualClock(0);
  await using busy = createSandbox({
    workers: 1,
    clock: {
      ...clock,
      // Longer than steps may take without a pause, so that the next timer begins in another turn.
      after(ms, ring) {
        for (const start = performance.now(); performance.now() - start < 5;);
        return clock.after(ms, ring);
      },
    },
  });
  const plugin = await busy.load(`export async function handler() {
    for (let i = 0; i < 3; i++) clearTimeout(setTimeout(() => {}, 60_000));
    return { handled: true };
  }`);
  expect(await plugin.handler(createContext().context)).toEqual({ handled: true });
});

test("a result that JSON cannot hold is the plugin's error", async () => {
  const plugin = await sandbox.load("export async function handler() { return { handled: 1n }; }");
  await expect(plugin.handler(createContext().context)).rejects.toMatchObject({
    code: "PLUGIN_ERROR",
  });
});

test.each([
  ["an object without a prototype", Object.create(null)],
  [
    "an object that throws when read",
    {
      toString: () => {
        throw new Error("no");
      },
    },
  ],
  ["an error with an odd message", Object.assign(new Error("x"), { message: 10n })],
])("a service may reject with %s", async (_what, reason) => {
  const report = await loadAndReport(
    sandbox,
    "const report = ({ storage }) => storage.get('k').catch((error) => error.code);",
  );
  const { context } = createContext();
  const storage = { ...context.storage, get: () => Promise.reject(reason) };
  expect(await report({ ...context, storage })).toBe("INTERNAL_ERROR");
});

test("a context that JSON cannot hold is refused by name", async () => {
  const plugin = await sandbox.load("export const handler = () => ({ handled: true });");
  const { context } = createContext({ config: { big: 1n } });
  await expect(plugin.handler(context)).rejects.toMatchObject({ code: "INVALID_INPUT" });
});
