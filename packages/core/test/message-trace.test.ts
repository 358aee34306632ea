import {
  type BotEvent,
  createBotRuntime,
  createManualClock,
  createMemoryInbox,
  createMemoryStorage,
  createTraceRecorder,
  definePlugin,
  InfrastructureError,
  type MessageTrace,
  type Storage,
  type TraceRecorderOptions,
} from "@botwright/core";
import { expect, test } from "vitest";
import { fakePlatform, incoming } from "./messages.ts";

const passes = definePlugin({
  meta: { slug: "passes" },
  handler: async () => ({ handled: false }),
});
const greets = definePlugin({
  meta: { slug: "greets", config_schema: [{ key: "key", label: "Key", type: "password" }] },
  async handler({ bot, config, msg, storage }) {
    await storage.set("last", `by ${String(config["key"])}`);
    await bot.reply(msg, "hello");
    throw new Error(`no ${String(config["key"])}`);
  },
});

/** The traces of one message that these two plugins handle. */
async function traceOf(
  options: TraceRecorderOptions,
  storage = createMemoryStorage().open(1, "greets"),
): Promise<{ traces: MessageTrace[]; events: BotEvent[] }> {
  const clock = createManualClock(1000);
  const recorder = createTraceRecorder({ ...options, clock });
  const traces: MessageTrace[] = [];
  const events: BotEvent[] = [];
  await using runtime = createBotRuntime({
    adapter: fakePlatform().adapter,
    plugins: [passes, { plugin: greets, config: { key: "k-12345" } }],
    botDbId: 5,
    services: () => ({ storage }),
    inbox: createMemoryInbox({ retry: { attempts: 2, firstMs: 1 } }),
    onEvent(event) {
      events.push(event);
      if (event.type === "host-call-begun") clock.advance(10);
      const trace = recorder.take(event);
      if (trace !== undefined) traces.push(trace);
    },
  });
  await runtime.accept(incoming({ id: "m/1" }));
  await runtime.drain();
  return { traces, events };
}

test("a trace has each plugin in order, its host calls with their times, its lines and its error", async () => {
  const { traces } = await traceOf({});
  expect(traces).toHaveLength(1);
  expect(traces[0]).toMatchObject({
    botDbId: 5,
    messageId: "m/1",
    startedAt: 1000,
    ms: 20,
    handledBy: null,
    logs: [],
    runs: [
      { plugin: "passes", status: "passed", calls: [], startedMs: 0 },
      {
        plugin: "greets",
        status: "failed",
        callId: "5/m/1/greets",
        sends: 1,
        calls: [
          { sequence: 0, operation: "storage.set", startedMs: 10, outcome: { ok: true } },
          {
            sequence: 1,
            operation: "bot.reply",
            args: [{ from: "1001" }, "hello"],
            startedMs: 20,
            outcome: { ok: true, value: { status: "sent" } },
          },
        ],
        logs: [{ level: "warn", message: "a handler failed", atMs: 20 }],
        error: { message: "no __secret.config.key__" },
      },
    ],
  });
  expect(JSON.stringify(traces)).not.toContain("k-12345");
});

test("without values it has the times of host calls only", async () => {
  const { traces } = await traceOf({ keepsValues: false });
  const [, run] = traces[0]?.runs ?? [];
  expect(run?.calls).toMatchObject([
    { sequence: 0, operation: "storage.set", args: [], outcome: { ok: true }, startedMs: 10 },
    { sequence: 1, operation: "bot.reply", args: [], outcome: { ok: true }, startedMs: 20 },
  ]);
  expect(JSON.stringify(traces)).not.toContain("hello");
});

test("each time that the infrastructure fails has a trace, and in the end the message is set aside", async () => {
  const storage: Storage = {
    ...createMemoryStorage().open(1, "greets"),
    set: () => Promise.reject(new InfrastructureError("the database is gone")),
    forEffect: () => storage,
  };
  const { traces, events } = await traceOf({}, storage);
  const interrupted = {
    handledBy: null,
    error: { code: "INFRASTRUCTURE_FAILED", message: "the database is gone" },
    runs: [{ status: "passed" }, { plugin: "greets", status: "interrupted" }],
  };
  expect(traces).toMatchObject([interrupted, interrupted]);
  expect(events.at(-1)).toMatchObject({
    type: "message-set-aside",
    botDbId: 5,
    messageId: "m/1",
    attempts: 2,
    error: { code: "INFRASTRUCTURE_FAILED" },
  });
});
