import { readFile } from "node:fs/promises";
import { createBotRuntime, createMemoryInbox, definePlugin } from "@botwright/core";
import { createTelegramAdapter } from "@botwright/adapter-telegram";
import { startSimulator } from "@botwright/simulators";
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
} from "@opentelemetry/sdk-trace-base";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTraces, type Database } from "../src/index.ts";
import { createMetrics } from "../src/metrics/metrics.ts";
import { openTestDatabase } from "./test-database.ts";

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const counter = definePlugin({
  meta: { slug: "counter" },
  async handler({ bot, msg, storage }) {
    await storage.set("last", msg.text);
    await bot.reply(msg, "counted");
    return { handled: true };
  },
});

test("a message becomes spans, one inside the other, and figures without any text", async () => {
  const exporter = new InMemorySpanExporter();
  const provider = new BasicTracerProvider({
    spanProcessors: [new SimpleSpanProcessor(exporter)],
  });
  const trace = createTraces({ tracer: provider.getTracer("test") });
  const metrics = createMetrics({ db: database.db, running: () => 1 });
  await using simulator = await startSimulator("telegram");
  const adapter = createTelegramAdapter({ ...simulator.credentials, apiBase: simulator.baseUrl });
  const runtime = createBotRuntime({
    adapter,
    plugins: [counter],
    inbox: createMemoryInbox(),
    onEvent(event) {
      trace(event);
      metrics.onEvent(event);
    },
  });
  await runtime.start();
  await simulator.say({ from: "1001", text: "a private text" });
  await simulator.waitForSent(1);
  await runtime.stop();

  const spans = exporter.getFinishedSpans();
  const nameOf = (id: string | undefined): string | undefined =>
    spans.find((span) => span.spanContext().spanId === id)?.name;
  expect(spans.map((span) => [span.name, nameOf(span.parentSpanContext?.spanId)])).toEqual([
    ["storage.set", "plugin counter"],
    ["bot.reply", "plugin counter"],
    ["plugin counter", "message"],
    ["message", undefined],
  ]);
  expect(JSON.stringify(spans.map(({ attributes }) => attributes))).not.toContain("private");

  const text = await metrics.text();
  expect(text).toContain('botwright_messages_total{result="handled"} 1');
  expect(text).toContain('botwright_host_call_seconds_count{operation="bot.reply",outcome="ok"} 1');
  expect(text).toContain('botwright_plugin_run_seconds_count{status="handled"} 1');
  expect(text).toContain('botwright_inbox_messages{state="open"} 0');
  expect(text).not.toContain("private");
});

test("the dashboard and the alerts ask for figures that are there", async () => {
  const metrics = createMetrics({ db: database.db, running: () => 1 });
  const known = await metrics.text();
  const file = new URL("../grafana-dashboard.json", import.meta.url);
  const dashboard: { panels: { targets: { expr: string }[] }[] } = JSON.parse(
    await readFile(file, "utf8"),
  );
  const asked = dashboard.panels.flatMap(({ targets }) =>
    targets.flatMap(({ expr }) => expr.match(/\b(?:botwright|process|nodejs)_\w+/g) ?? []),
  );
  expect(asked.length).toBeGreaterThan(12);
  const alerts = await readFile(
    new URL("../deploy/prometheus-alerts.yaml", import.meta.url),
    "utf8",
  );
  const watched = alerts.match(/\b(?:botwright|process|nodejs)_\w+/g) ?? [];
  expect(watched.length).toBeGreaterThan(8);
  asked.push(...watched);
  for (const name of asked) {
    expect(known).toMatch(new RegExp(`^# TYPE ${name.replace(/_(?:bucket|count)$/, "")} `, "m"));
  }
});
