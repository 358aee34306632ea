import {
  type BotEvent,
  createBotRuntime,
  createEventRedactor,
  createMemoryStorage,
  definePlugin,
  type LogLine,
  type Plugin,
} from "@botwright/core";
import { expect, test } from "vitest";
import { fakePlatform, incoming } from "./messages.ts";

test("what is shown of events has no secrets, also when a host call settles too late", async () => {
  const shown: BotEvent[] = [];
  const redact = createEventRedactor();
  const late = Promise.withResolvers<null>();
  const keeps = definePlugin({
    meta: { slug: "keeps", config_schema: [{ key: "key", label: "Key", type: "password" }] },
    async handler({ config, storage, getPlatformCreds }) {
      await getPlatformCreds("feishu");
      await storage.get(`of ${String(config["key"])}`);
      void storage.get(`late ${String(config["key"])}`);
      throw new Error(`no ${String(config["key"])}`);
    },
  });
  const storage = createMemoryStorage().open(1, "keeps");
  await using runtime = createBotRuntime({
    adapter: fakePlatform().adapter,
    plugins: async () => [{ plugin: keeps, config: { key: "k-12345" } }],
    services: () => ({
      storage: { ...storage, get: async (key) => (key.startsWith("late") ? late.promise : null) },
      getPlatformCreds: async () => ({ app_id: "cli_12345", app_secret: "s-12345" }),
    }),
    onEvent: (event) => void shown.push(redact(event)),
  });
  await runtime.accept(incoming());
  await runtime.drain();
  late.resolve(null);
  await expect.poll(() => shown.at(-1)).toMatchObject({ sequence: 2, args: [] });
  const texts = shown.map((event) =>
    JSON.stringify(event, (name, value: unknown) => (name === "context" ? undefined : value)),
  );
  expect(texts.join()).toContain("of __secret.config.key__");
  for (const secret of ["k-12345", "s-12345"]) expect(texts.join()).not.toContain(secret);
});

test("a log line after its message was done is shown without its text and fields", async () => {
  const shown: BotEvent[] = [];
  const redact = createEventRedactor();
  let log: ((line: LogLine) => void) | undefined;
  const keeps: Plugin = {
    meta: { slug: "keeps", config_schema: [{ key: "key", label: "Key", type: "password" }] },
    async handler(_context, call) {
      log = call?.onLog;
      log?.({ level: "info", message: "in time: k-12345", fields: {} });
      return { handled: true };
    },
  };
  await using runtime = createBotRuntime({
    adapter: fakePlatform().adapter,
    plugins: async () => [{ plugin: keeps, config: { key: "k-12345" } }],
    onEvent: (event) => void shown.push(redact(event)),
  });
  await runtime.accept(incoming({ id: "m/1" }));
  await runtime.drain();
  log?.({ level: "error", message: "late: k-12345", fields: { key: "k-12345" } });
  const lines = shown.filter((event) => event.type === "log");
  expect(lines).toEqual([
    expect.objectContaining({ message: "in time: __secret.config.key__" }),
    {
      type: "log",
      botDbId: 1,
      messageId: "m/1",
      plugin: "keeps",
      level: "error",
      message: "a line came after its message was done: its text is left out, it may hold secrets",
      fields: {},
    },
  ]);
});

test("of messages that are never done, the secrets of the last 10,000 are kept", async () => {
  const events: BotEvent[] = [];
  const keeps = definePlugin({
    meta: { slug: "keeps", config_schema: [{ key: "key", label: "Key", type: "password" }] },
    handler: async () => ({ handled: true }),
  });
  await using runtime = createBotRuntime({
    adapter: fakePlatform().adapter,
    plugins: async () => [{ plugin: keeps, config: { key: "k-12345" } }],
    onEvent: (event) => void events.push(event),
  });
  await runtime.accept(incoming());
  await runtime.drain();
  const started = events.find((event) => event.type === "plugin-started");
  if (started === undefined) throw new Error("no plugin was started");
  const redact = createEventRedactor();
  for (let place = 0; place <= 10_000; place++) redact({ ...started, messageId: `m/${place}` });
  const lineOf = (messageId: string): BotEvent =>
    redact({
      type: "log",
      botDbId: started.botDbId,
      messageId,
      plugin: "keeps",
      level: "info",
      message: "k-12345",
      fields: {},
    });
  expect(lineOf("m/1")).toMatchObject({ message: "__secret.config.key__" });
  expect(lineOf("m/0")).toMatchObject({ message: expect.stringMatching("left out") });
});

test("a late line of a message's first attempt has no secret while the second one runs", async () => {
  const events: BotEvent[] = [];
  const keeps = definePlugin({
    meta: { slug: "keeps" },
    async handler({ getPlatformCreds }) {
      await getPlatformCreds("feishu");
      return { handled: true };
    },
  });
  await using runtime = createBotRuntime({
    adapter: fakePlatform().adapter,
    plugins: [keeps],
    services: () => ({
      getPlatformCreds: async () => ({ app_id: "cli_1", app_secret: "s-12345" }),
    }),
    onEvent: (event) => void events.push(event),
  });
  const message = incoming();
  await runtime.accept(message);
  await runtime.drain();
  const [started, settled] = ["plugin-started", "host-call-settled"].map((type) =>
    events.find((event) => event.type === type),
  );
  if (started?.type !== "plugin-started" || settled === undefined) throw new Error("no run");
  const { botDbId, messageId, plugin } = started;
  const error = { code: "DATABASE_GONE", message: "the database is gone" };

  const redact = createEventRedactor();
  const log = { type: "log", botDbId, messageId, plugin, level: "info", fields: {} } as const;
  for (const event of [started, settled]) redact(event);
  redact({ type: "message-failed", botDbId, messageId, incoming: message, error });
  redact(started);
  expect(redact({ ...log, message: "late: s-12345" })).toMatchObject({
    message: expect.stringMatching(/^late: __secret/u),
  });
  redact({ type: "message-set-aside", botDbId, messageId, incoming: message, attempts: 8, error });
  expect(redact({ ...log, message: "later: s-12345" })).toMatchObject({
    message: expect.stringMatching("left out"),
  });
});

test("a key that a run overwrote is left out where the event came after its message was done", () => {
  const redact = createEventRedactor();
  const about = { botDbId: 1, messageId: "m/1", plugin: "keeps" };
  const late = redact({
    type: "storage-conflict",
    ...about,
    key: "of k-12345",
    result: "overwritten",
  });
  expect(late).toEqual({ type: "storage-conflict", ...about, key: "", result: "overwritten" });
});
