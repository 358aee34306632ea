import {
  createBotRuntime,
  createLogger,
  createRunLog,
  createTraceRecorder,
  type MessageTrace,
  type OnBotEvent,
  type Plugin,
  type PluginMeta,
} from "@botwright/core";
import { expect, test, vi } from "vitest";
import { fakePlatform, incoming } from "./messages.ts";

/** Characters of a line. */
const MOST = 4000;
const SECRET = "aaab";
const KEY = "k".repeat(100);
const META = {
  slug: "logs",
  config_schema: [{ key: KEY, label: "Key", type: "password", default: SECRET }],
} satisfies PluginMeta;

/** Runs a plugin that logs lines, with its password in the settings. */
async function logs(lines: readonly string[], onEvent: OnBotEvent): Promise<void> {
  const plugin: Plugin = {
    meta: META,
    async handler(_context, call) {
      for (const message of lines) call?.onLog?.({ level: "info", message, fields: { message } });
      return { handled: true };
    },
  };
  await using runtime = createBotRuntime({
    adapter: fakePlatform().adapter,
    plugins: [plugin],
    onEvent,
  });
  await runtime.accept(incoming());
  await runtime.drain();
}

/** What a log and a trace have of lines. */
async function shownOf(lines: readonly string[]): Promise<{ log: string[]; trace: string[] }> {
  const log: string[] = [];
  const traces: MessageTrace[] = [];
  const runLog = createRunLog(
    createLogger(({ message, fields }) => log.push(message, String(fields["message"]))),
  );
  const recorder = createTraceRecorder({ keepsValues: false });
  await logs(lines, (event) => {
    runLog.onEvent(event);
    const trace = recorder.take(event);
    if (trace !== undefined) traces.push(trace);
  });
  const run = traces[0]?.runs[0];
  return { log, trace: run?.logs.map(({ message }) => message) ?? [] };
}

test("a line that is a secret again and again is shown no longer than others", async () => {
  const { log, trace } = await shownOf([SECRET.repeat(16_000), "x".repeat(64_000), "x"]);
  expect(log.map(({ length }) => length)).toEqual([MOST, MOST, MOST, MOST, 1, 1]);
  expect(trace.map(({ length }) => length)).toEqual([MOST, MOST, 1]);
  for (const line of [...log, ...trace]) expect(line).not.toContain(SECRET);
  expect(trace[1]).toBe(`${"x".repeat(MOST - 1)}…`);
});

test("a secret that stands where a line is cut is shown in no part", async () => {
  const lines = Array.from(
    { length: 12 },
    (_, at) => `${"x".repeat(MOST - 9 + at)}${SECRET}${"y".repeat(1000)}`,
  );
  const { log, trace } = await shownOf(lines);
  for (const line of [...log, ...trace]) expect(line).not.toContain("a");
});

test("a placeholder has no more of a name than its beginning", async () => {
  const { log } = await shownOf([SECRET]);
  expect(log[0]).toBe(`__secret.config.${"k".repeat(33)}__`);
});

test("a log and a trace of the same runs make the forms of a secret once", async () => {
  const encode = vi.spyOn(globalThis, "encodeURIComponent");
  const callsOf = async (observers: readonly OnBotEvent[]): Promise<number> => {
    encode.mockClear();
    await logs(["x"], (event) => {
      for (const observe of observers) observe(event);
    });
    return encode.mock.calls.length;
  };
  try {
    const log = createRunLog(createLogger(() => {}));
    const recorder = createTraceRecorder({ keepsValues: false });
    const alone = await callsOf([log.onEvent]);
    expect(alone).toBeGreaterThan(0);
    expect(await callsOf([(event) => void recorder.take(event), log.onEvent])).toBe(alone);
  } finally {
    encode.mockRestore();
  }
});
