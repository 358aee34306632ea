import {
  type AdapterStatus,
  type BotEvent,
  type BotRuntime,
  createBotRuntime,
  createLogger,
  createMemoryInbox,
  definePlugin,
  type LogLine,
  PlatformError,
  type PlatformAdapter,
  type Plugin,
} from "@botwright/core";
import { describe, expect, test } from "vitest";
import { fakePlatform, incoming } from "./messages.ts";
import { createFakeAI } from "./fake-ai.ts";

const refused: AdapterStatus = {
  state: "refused",
  code: "PLATFORM_UNAUTHORIZED",
  message: "no such bot",
  advice: { en: "Bind it again.", zh: "请重新绑定。" },
};

/** An adapter that reports its status, and whose starts fail while `isRefused`. */
function reportingPlatform(): {
  adapter: PlatformAdapter;
  report: (status: AdapterStatus) => void;
  platform: { isRefused: boolean; starts: number };
} {
  const listeners = new Set<(status: AdapterStatus) => void>();
  let current: AdapterStatus = { state: "stopped" };
  const platform = { isRefused: false, starts: 0 };
  const report = (status: AdapterStatus): void => {
    current = status;
    for (const listener of listeners) listener(status);
  };
  const { adapter } = fakePlatform({
    methods: {
      async start() {
        platform.starts += 1;
        report({ state: "connecting" });
        report(platform.isRefused ? refused : { state: "connected" });
        if (platform.isRefused) {
          throw new PlatformError("no such bot", { code: "PLATFORM_UNAUTHORIZED" });
        }
      },
      async stop() {
        report({ state: "stopped" });
      },
      onStatus(listener) {
        listeners.add(listener);
        listener(current);
        return () => void listeners.delete(listener);
      },
    },
  });
  return { adapter, report, platform };
}

function watch(adapter: PlatformAdapter): { runtime: BotRuntime; statuses: AdapterStatus[] } {
  const statuses: AdapterStatus[] = [];
  const runtime = createBotRuntime({
    adapter,
    plugins: [],
    botDbId: 5,
    onEvent(event) {
      if (event.type === "status" && event.botDbId === 5) statuses.push(event.status);
    },
  });
  return { runtime, statuses };
}

describe("the status of the connection", () => {
  test("is an event once per change, and the latest is the runtime's", async () => {
    const { adapter, report } = reportingPlatform();
    const { runtime, statuses } = watch(adapter);
    expect(runtime.status).toEqual({ state: "stopped" });
    await runtime.start();
    expect(runtime.status).toEqual({ state: "connected" });
    report({ state: "connecting" });
    report({ state: "connected" });
    await runtime.stop();
    report({ state: "connected" });
    expect(runtime.status).toEqual({ state: "stopped" });
    expect(statuses.map(({ state }) => state)).toEqual([
      "connecting",
      "connected",
      "connecting",
      "connected",
      "stopped",
    ]);
  });

  test("is refused with code and advice before a start rejects; another start may do better", async () => {
    const { adapter, platform } = reportingPlatform();
    const { runtime, statuses } = watch(adapter);
    platform.isRefused = true;
    await expect(runtime.start()).rejects.toMatchObject({ code: "PLATFORM_UNAUTHORIZED" });
    expect(runtime.state).toBe("idle");
    expect(runtime.status).toEqual(refused);
    platform.isRefused = false;
    await runtime.start();
    await expect(runtime.start()).rejects.toMatchObject({ code: "ALREADY_STARTED" });
    expect(runtime.state).toBe("running");
    expect(statuses.map(({ state }) => state)).toEqual([
      "connecting",
      "refused",
      "connecting",
      "connected",
    ]);
  });

  test("of a bot that is refused while it runs leads to a new start", async () => {
    const { adapter, report, platform } = reportingPlatform();
    const { runtime, statuses } = watch(adapter);
    await runtime.start();
    report(refused);
    expect([runtime.state, runtime.status]).toEqual(["running", refused]);
    await runtime.start();
    expect(platform.starts).toBe(2);
    expect(statuses.map(({ state }) => state).slice(2)).toEqual([
      "refused",
      "stopped",
      "connecting",
      "connected",
    ]);
    await runtime.stop();
    await expect(runtime.start()).rejects.toMatchObject({ code: "RUNTIME_STOPPED" });
  });

  test("is made by the runtime for an adapter that reports none", async () => {
    const { runtime, statuses } = watch(fakePlatform().adapter);
    await runtime.start();
    await runtime.stop();
    const states = statuses.map(({ state }) => state);
    expect(states).toEqual(["connecting", "connected", "stopped"]);
  });

  test("stays stopped when a start that was under way succeeds after the stop", async () => {
    const started = Promise.withResolvers<void>();
    const { adapter } = fakePlatform({ methods: { start: () => started.promise } });
    const { runtime, statuses } = watch(adapter);
    const starting = runtime.start();
    await runtime.stop();
    started.resolve();
    await starting;
    expect(statuses.map(({ state }) => state)).toEqual(["connecting", "stopped"]);
    expect(runtime.status).toEqual({ state: "stopped" });
  });
});

test("a message is accepted before it is started, and done in the end", async () => {
  const types: BotEvent["type"][] = [];
  await using runtime = createBotRuntime({
    adapter: fakePlatform().adapter,
    plugins: [definePlugin({ meta: { slug: "all" }, handler: () => ({ handled: true }) })],
    onEvent: ({ type }) => void types.push(type),
  });
  expect(await runtime.accept(incoming())).toBe("accepted");
  expect(await runtime.accept(incoming())).toBe("duplicate");
  await runtime.drain();
  expect(types).toEqual([
    "message-accepted",
    "message-started",
    "plugin-started",
    "plugin-ended",
    "message-done",
  ]);
});

test("a message whose chat is full is accepted before it is set aside", async () => {
  const types: BotEvent["type"][] = [];
  const answered = Promise.withResolvers<void>();
  const waits = definePlugin({
    meta: { slug: "waits" },
    async handler() {
      await answered.promise;
      return { handled: true };
    },
  });
  await using runtime = createBotRuntime({
    adapter: fakePlatform().adapter,
    plugins: [waits],
    inbox: createMemoryInbox({ chatMessages: 1 }),
    onEvent(event) {
      if (event.type !== "status" && event.messageId === "too many") types.push(event.type);
    },
  });
  await runtime.accept(incoming({ id: "first" }));
  await runtime.accept(incoming({ id: "too many" }));
  answered.resolve();
  await runtime.drain();
  expect(types).toEqual(["message-accepted", "message-set-aside"]);
});

test("log lines and charges are events that say what they are about", async () => {
  const lines: LogLine[] = [];
  const events: BotEvent[] = [];
  const speaks: Plugin = {
    meta: { slug: "speaks" },
    async handler({ aiService }, call) {
      call?.onLog?.({ level: "info", message: "asking", fields: {} });
      for (const model of ["paid", "free"]) await aiService.callModel({ model, messages: [] });
      throw new Error("boom");
    },
  };
  await using runtime = createBotRuntime({
    adapter: fakePlatform().adapter,
    plugins: [speaks],
    botDbId: 5,
    logger: createLogger((line) => lines.push(line)),
    services: () => ({
      aiService: createFakeAI(({ model }) => ({
        text: "answer",
        credits: model === "paid" ? 7 : 0,
        free: model === "free",
      })),
    }),
    onEvent: (event) => void events.push(event),
  });
  await runtime.accept(incoming({ id: "m/1" }));
  await runtime.drain();
  const about = { botDbId: 5, messageId: "m/1", plugin: "speaks" };
  expect(events.filter(({ type }) => type === "log")).toEqual([
    { type: "log", ...about, level: "info", message: "asking", fields: {} },
    {
      type: "log",
      ...about,
      level: "warn",
      message: "a handler failed",
      fields: { code: "INTERNAL_ERROR", message: "boom" },
    },
  ]);
  // The host's log names the run by its fields.
  expect(lines).toMatchObject([{ message: "a handler failed", fields: { plugin: "speaks" } }]);
  const settled = events.filter((event) => event.type === "host-call-settled");
  expect(settled.map(({ credits, sequence }) => [sequence, credits])).toEqual([
    [0, 7],
    [1, undefined],
  ]);
  expect(events.findLast((event) => event.type === "plugin-ended")).toMatchObject({
    ...about,
    run: { status: "failed", credits: 7 },
  });
});

test("a charged call that the handler left open is in what its run was charged", async () => {
  const events: BotEvent[] = [];
  const answered = Promise.withResolvers<void>();
  const ai = createFakeAI(() => ({ text: "answer", credits: 7 }));
  const leaves: Plugin = {
    meta: { slug: "leaves" },
    async handler({ aiService }) {
      void aiService.callModel({ model: "paid", messages: [] });
      throw new Error("boom");
    },
  };
  await using runtime = createBotRuntime({
    adapter: fakePlatform().adapter,
    plugins: [leaves],
    services: () => ({
      aiService: {
        ...ai,
        async callModel(input) {
          await answered.promise;
          return ai.callModel(input);
        },
      },
    }),
    onEvent: (event) => void events.push(event),
  });
  await runtime.accept(incoming());
  await expect.poll(() => events.at(-1)).toMatchObject({ type: "host-call-begun" });
  answered.resolve();
  await runtime.drain();
  const ends = events.filter(({ type }) => type === "host-call-settled" || type === "plugin-ended");
  expect(ends).toMatchObject([
    { type: "host-call-settled", credits: 7 },
    { type: "plugin-ended", run: { status: "failed", credits: 7 } },
  ]);
});
