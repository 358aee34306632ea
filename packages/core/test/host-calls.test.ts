import {
  createBotRuntime,
  definePlugin,
  guardContext,
  type HostCallInterceptor,
  type HostCalls,
  type HostCallsOptions,
  isContextOperation,
  type OnBotEvent,
  openHostCalls,
  openPluginCall,
  OPERATIONS,
  operationAssertions,
  operationResultValidators,
  silentLogger,
  systemClock,
} from "@botwright/core";
import { describe, expect, test } from "vitest";
import { createSingleContext } from "./single-context.ts";
import { fakePlatform } from "./messages.ts";

/** A pipeline, what went through its interceptor and how that ended, and what was sent. */
function open(options: Partial<HostCallsOptions> = {}): {
  hostCalls: HostCalls;
  journal: unknown[];
  sent: string[];
} {
  const journal: unknown[] = [];
  const intercept: HostCallInterceptor = async (operation, args, execute) => {
    const entry: unknown[] = [operation, args];
    journal.push(entry);
    try {
      const value = await execute();
      entry.push("done");
      return value;
    } catch (error) {
      entry.push(error instanceof Error && "code" in error ? error.code : error);
      throw error;
    }
  };
  const { context, sent } = createSingleContext();
  const hostCalls = openHostCalls({ context, permissions: undefined, intercept, ...options });
  return { hostCalls, journal, sent };
}

const code = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => "done",
    (error: unknown) => (error instanceof Error && "code" in error ? error.code : error),
  );

/** Arguments that cannot be read. */
const unreadable = (): never => {
  throw Object.assign(new Error("too large"), { code: "INVALID_ARGUMENT" });
};

describe("a host call", () => {
  test("is validated, permitted, counted, journaled and performed, once each", async () => {
    const { hostCalls, journal, sent } = open({ permissions: {} });
    await hostCalls.run("storage.set", ["visits", 3]);
    expect(await hostCalls.run("storage.get", ["visits"])).toBe(3);
    await hostCalls.run("bot.sendText", ["1001", "hello"]);
    expect(journal).toEqual([
      ["storage.set", ["visits", 3], "done"],
      ["storage.get", ["visits"], "done"],
      ["bot.sendText", ["1001", "hello"], "done"],
    ]);
    expect(hostCalls.counts).toEqual({ hostCalls: 3, sends: 1, fetches: 0 });
    expect(hostCalls.sends()).toBe(1);
    expect(sent).toHaveLength(1);
  });

  test("that is refused is an outcome like any other, with its place in the journal", async () => {
    const { hostCalls, journal } = open({ permissions: {} });
    const codes = [
      code(hostCalls.run("storage.get", [5])),
      code(hostCalls.run("storage.set", unreadable)),
      code(hostCalls.run("bot.sendText", ["2002", "hello"])),
      code(hostCalls.run("storage.get", ["visits"])),
    ];
    expect(await Promise.all(codes)).toEqual([
      "INVALID_ARGUMENT",
      "INVALID_ARGUMENT",
      "PERMISSION_DENIED",
      "done",
    ]);
    expect(journal).toEqual([
      ["storage.get", [5], "INVALID_ARGUMENT"],
      ["storage.set", [], "INVALID_ARGUMENT"],
      ["bot.sendText", ["2002", "hello"], "PERMISSION_DENIED"],
      ["storage.get", ["visits"], "done"],
    ]);
  });

  test("of no known name is counted and refused, and no journal holds it", async () => {
    const { hostCalls, journal } = open();
    for (const name of ["storage.drop", "constructor", "bot", "call.start", "timer", "fetch", ""]) {
      expect(await code(hostCalls.run(name, []))).toBe("UNKNOWN_OPERATION");
    }
    expect(journal).toEqual([]);
    expect(hostCalls.counts.hostCalls).toBe(7);
  });

  test("after the end is refused and not counted", async () => {
    const { hostCalls, sent } = open();
    await hostCalls.end();
    expect(await code(hostCalls.run("bot.sendText", ["1001", "late"]))).toBe("CALL_ENDED");
    expect(sent).toEqual([]);
    expect(hostCalls.counts.hostCalls).toBe(0);
  });

  test("whose promise is dropped brings no process down", async () => {
    const unhandled: unknown[] = [];
    const note = (reason: unknown): void => void unhandled.push(reason);
    process.on("unhandledRejection", note);
    const { hostCalls } = open();
    void hostCalls.run("storage.get", [5]);
    await new Promise((resolve) => setImmediate(resolve));
    process.off("unhandledRejection", note);
    expect(unhandled).toEqual([]);
  });
});

test("a fetch of a host that is not permitted is refused before it is performed, and counts", async () => {
  const { hostCalls, journal } = open({
    permissions: { hosts: ["a.example"] },
    permitsHost: (hostname) => hostname === "a.example",
  });
  const performed: string[] = [];
  const fetch = (url: string): Promise<unknown> =>
    hostCalls.runWith("fetch", [url, { method: "GET", headers: [] }], async ([asked]) => {
      performed.push(asked);
      throw new Error("no network");
    });
  await fetch("https://a.example/").catch(() => {});
  expect(await code(fetch("https://b.example/"))).toBe("PERMISSION_DENIED");
  expect(performed).toEqual(["https://a.example/"]);
  expect(journal).toHaveLength(2);
  expect(hostCalls.counts.fetches).toBe(2);
});

describe("limits", () => {
  const limits = { hostCalls: 3, sends: 2, fetches: 0 };

  test("count every host call, refused ones too; each break is reported once", async () => {
    const broken: string[] = [];
    const { hostCalls } = open({ limits, onBroken: ({ message }) => broken.push(message) });
    for (const args of [["a"], [5], ["b"]]) await code(hostCalls.run("storage.get", args));
    expect(broken).toEqual([]);
    expect(await code(hostCalls.run("storage.get", ["c"]))).toBe("SANDBOX_HOST_CALL_LIMIT");
    expect(broken).toEqual([
      "the plugin broke the limit hostCalls = 3 of one call: keep what belongs together under one key",
    ]);
  });

  test("tell a caller at once that ends the run by itself, and do not end it", async () => {
    const told: string[] = [];
    const { hostCalls } = open({ limits, onBroken: () => told.push("broken") });
    const fetched = hostCalls.runWith(
      "fetch",
      ["https://a.example/", { method: "GET", headers: [] }],
      () => Promise.reject(new Error("performed")),
      { onLimit: () => told.push("limit") },
    );
    expect(told).toEqual(["limit"]);
    expect(await code(fetched)).toBe("SANDBOX_FETCH_LIMIT");
    expect(told).toEqual(["limit"]);
  });

  test("count each part of a text, before the first of them is sent", async () => {
    const { hostCalls, sent } = open({ limits });
    const parts = Array.from({ length: 3 }, () => "x".repeat(4000)).join("\n\n");
    expect(await code(hostCalls.run("bot.sendText", ["1001", parts]))).toBe("SANDBOX_SEND_LIMIT");
    expect(sent).toEqual([]);
    expect(hostCalls.sends()).toBe(0);
  });

  test("refuse a medium that is too large before it reaches the bot, and do not end the call", async () => {
    const broken: string[] = [];
    const own = { ...limits, hostCalls: 20, sends: 20, uploadBytes: 1000 };
    const { hostCalls, journal, sent } = open({
      limits: own,
      onBroken: ({ message }) => broken.push(message),
    });
    const large = new Uint8Array(1001);
    for (const [operation, ...more] of [
      ["bot.sendImage"],
      ["bot.sendVideo"],
      ["bot.sendFile", "report.pdf"],
      ["bot.sendVoice"],
    ] as const) {
      const refused = hostCalls.run(operation, ["1001", large, ...more]);
      await expect(refused).rejects.toMatchObject({
        name: "QuotaError",
        code: "MEDIA_TOO_LARGE",
        message: `${operation}: a medium may have 1000 bytes, not 1001: send a smaller one`,
      });
    }
    expect(sent).toEqual([]);
    expect(journal).toHaveLength(4);
    expect(await code(hostCalls.run("bot.sendImage", ["1001", large.subarray(1)]))).not.toBe(
      "MEDIA_TOO_LARGE",
    );
    expect(hostCalls.counts.sends).toBe(5);
    expect(broken).toEqual([]);
    const trusted = open();
    expect(await code(trusted.hostCalls.run("bot.sendImage", ["1001", large]))).not.toBe(
      "MEDIA_TOO_LARGE",
    );
  });

  test("end the call of a plugin that has them, with the limit's own code", async () => {
    const { context } = createSingleContext();
    const opened = openPluginCall(context, {
      id: "1",
      plugin: { meta: { slug: "greedy" }, limits: { ...limits, wallMs: 1000 } },
      wallMs: 1000,
      clock: systemClock,
    });
    const { storage } = opened.context();
    for (const key of ["a", "b", "c", "d"]) await code(storage.get(key));
    await expect(opened.aborted).rejects.toMatchObject({ code: "SANDBOX_HOST_CALL_LIMIT" });
    expect(opened.call.signal.aborted).toBe(true);
    await opened.end();
  });
});

describe("the table of operations", () => {
  const names = Object.keys(OPERATIONS);

  test("has validators for each row, and for what a sandbox asks by itself", () => {
    const all = [...names, "call.start", "timer"];
    expect(Object.keys(operationAssertions)).toEqual(all);
    expect(Object.keys(operationResultValidators)).toEqual(all);
  });

  // spec: plugin.no-other-methods
  test("makes the context: each method is the operation of its path, and nothing else is there", async () => {
    const { context } = createSingleContext();
    const asked: string[] = [];
    const hostCalls = openHostCalls({
      context,
      permissions: undefined,
      async intercept(operation) {
        asked.push(operation);
        return undefined;
      },
    });
    const guarded = guardContext(context, hostCalls);
    for (const [service, target] of [
      ["bot.", guarded.bot],
      ["storage.", guarded.storage],
    ] as const) {
      const methods = names.filter((name) => name.startsWith(service));
      expect(Object.keys(target).toSorted()).toEqual(
        [
          ...methods.map((name) => name.slice(service.length)),
          // Made of two operations.
          service === "bot." ? "platform" : "update",
        ].toSorted(),
      );
      for (const name of methods) {
        const method: unknown = Reflect.get(target, name.slice(service.length));
        expect(typeof method).toBe("function");
      }
    }
    await guarded.bot.sendText("1001", "hello");
    await guarded.storage.keys();
    expect(asked).toEqual(["bot.sendText", "storage.keys"]);
  });

  test("makes a context that is an object like any other: it can be copied and changed", async () => {
    const { context } = createSingleContext();
    const asked: string[] = [];
    const hostCalls = openHostCalls({
      context,
      permissions: undefined,
      async intercept(operation) {
        asked.push(operation);
        return undefined;
      },
    });
    const guarded = guardContext(context, hostCalls);
    expect(guarded.storage).toBe(guarded.storage);
    const copy = { ...guarded };
    await copy.bot.sendText("1001", "hello");
    const own = { ...guarded.storage, keys: async () => ["own"] };
    guarded.storage = own;
    expect(guarded.storage).toBe(own);
    expect(await guarded.storage.keys()).toEqual(["own"]);
    expect(Object.keys(guarded).toSorted()).toEqual(Object.keys(context).toSorted());
    expect(asked).toEqual(["bot.sendText"]);
  });

  test.each(names.filter(isContextOperation))("%s has an example that names it", (name) => {
    expect(OPERATIONS[name].example).toContain(`${name}(`);
  });
});

test.each<[string, OnBotEvent]>([
  [
    "throws",
    () => {
      throw new Error("mine");
    },
  ],
  // JavaScript has no compiler that says that nobody waits for it.
  ["gives a promise that rejects", () => Promise.reject(new Error("mine"))],
])("a listener that %s is logged, and the run goes on", async (_, onEvent) => {
  const { context } = createSingleContext();
  const errors: string[] = [];
  const { adapter } = fakePlatform({ platform: "wechat" });
  const runtime = createBotRuntime({
    adapter,
    plugins: [
      definePlugin({
        meta: { slug: "counts" },
        async handler({ storage }) {
          await storage.set("seen", true);
          return { handled: true };
        },
      }),
    ],
    logger: { ...silentLogger, error: (message) => void errors.push(message) },
    onEvent,
  });
  expect(await runtime.accept({ id: "1", message: context.msg })).toBe("accepted");
  await runtime.drain();
  expect(new Set(errors)).toEqual(new Set(["a listener of events failed"]));
  await runtime.stop();
});
