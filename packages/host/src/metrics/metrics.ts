import type { BotEvent, OnBotEvent } from "@botwright/core";
import type { SandboxEvent } from "@botwright/sandbox";
import { type Kysely, sql } from "kysely";
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";
import type { Schema } from "../database/schema.ts";
import { METRICS } from "./definitions.ts";

/** Options of {@link createMetrics}. */
export interface MetricsOptions {
  readonly db: Kysely<Schema>;
  /** Returns the number of bots that run on this node. */
  readonly running: () => number;
}

/** A request that was answered. */
interface AnsweredRequest {
  readonly method: string;
  /** The pattern of the route, such as `/api/bots/:id`, because URLs would be too many label values. */
  readonly route: string;
  readonly status: number;
  readonly seconds: number;
}

/** The metrics of a node, in Prometheus' format. No label identifies a user, a bot or a chat. */
export interface Metrics {
  readonly contentType: string;
  readonly onEvent: OnBotEvent;
  onSandboxEvent(event: SandboxEvent): void;
  onRequest(request: AnsweredRequest): void;
  text(): Promise<string>;
}

/** The buckets of histograms in seconds, from a database query to a call of a model. */
const SECONDS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 120];

/** Creates the metrics of a node in their own registry. */
export function createMetrics({ db, running }: MetricsOptions): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    ...METRICS.requests,
    buckets: SECONDS,
    registers,
  });
  const messages = new Counter({
    ...METRICS.messages,
    registers,
  });
  const runs = new Histogram({
    ...METRICS.runs,
    buckets: SECONDS,
    registers,
  });
  const calls = new Histogram({
    ...METRICS.calls,
    buckets: SECONDS,
    registers,
  });
  const conflicts = new Counter({
    ...METRICS.conflicts,
    registers,
  });
  const statuses = new Counter({
    ...METRICS.statuses,
    registers,
  });
  const sandbox = new Counter({
    ...METRICS.sandbox,
    registers,
  });
  const bots = new Gauge({
    ...METRICS.bots,
    registers: [],
    collect() {
      this.set(running());
    },
  });
  const inbox = new Gauge({
    ...METRICS.inbox,
    registers: [],
    async collect() {
      // Each condition is that of a partial index, so that handled messages, which are nearly all, are not read.
      const { rows } = await sql<{ open: number; aside: number }>`
        select
          (select count(*) from message where done_at is null and aside_at is null) as open,
          (select count(*) from message where aside_at is not null) as aside`.execute(db);
      this.set({ state: "open" }, rows[0]?.open ?? 0);
      this.set({ state: "set_aside" }, rows[0]?.aside ?? 0);
    },
  });

  registry.registerMetric(bots);
  registry.registerMetric(inbox);

  function onEvent(event: BotEvent): void {
    switch (event.type) {
      case "status":
        statuses.inc({ state: event.status.state });
        break;
      case "message-accepted":
        messages.inc({ result: "accepted" });
        break;
      case "message-done":
        messages.inc({ result: event.result.handledBy === null ? "unhandled" : "handled" });
        break;
      case "message-failed":
        messages.inc({ result: "failed" });
        break;
      case "message-set-aside":
        messages.inc({ result: "set_aside" });
        break;
      case "plugin-ended":
        runs.observe({ status: event.run.status }, event.run.durationMs / 1000);
        break;
      case "host-call-settled":
        calls.observe(
          { operation: event.operation, outcome: event.outcome.ok ? "ok" : "error" },
          event.ms / 1000,
        );
        break;
      case "storage-conflict":
        conflicts.inc({ result: event.result });
        break;
    }
  }

  return {
    contentType: registry.contentType,
    onEvent,
    onSandboxEvent(event) {
      const type = sandboxLabel(event);
      if (type !== undefined) sandbox.inc({ type });
    },
    onRequest({ method, route, status, seconds }) {
      requests.observe({ method, route, status }, seconds);
    },
    text: () => registry.metrics(),
  };
}

/** The label of an event; `undefined` for events of normal operation, which are not counted. */
function sandboxLabel(event: SandboxEvent): string | undefined {
  switch (event.type) {
    case "worker-ended":
      return event.reason === "crashed" || event.reason === "hung"
        ? `worker-${event.reason}`
        : undefined;
    case "plugin-slow":
    case "plugin-struck":
    case "plugin-quarantined":
      return event.type;
    default:
      return undefined;
  }
}
