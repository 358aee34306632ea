import type { BotEvent, OnBotEvent } from "@botwright/core";
import { type Kysely, sql } from "kysely";
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";
import type { Schema } from "../database/schema.ts";

/** Options of {@link createMetrics}. */
export interface MetricsOptions {
  readonly db: Kysely<Schema>;
  /** How many bots run on this node. */
  readonly running: () => number;
}

/** A request that was answered. */
interface AnsweredRequest {
  readonly method: string;
  /** The pattern of the route, such as `/api/bots/:id`: addresses would be too many. */
  readonly route: string;
  readonly status: number;
  readonly seconds: number;
}

/** The figures of a node, in Prometheus' format. No label names a user, a bot or a chat. */
export interface Metrics {
  readonly contentType: string;
  readonly onEvent: OnBotEvent;
  onRequest(request: AnsweredRequest): void;
  text(): Promise<string>;
}

/** Seconds, from a database query to a call of a model. */
const SECONDS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 120];

/** Creates the figures of a node in a registry of their own. */
export function createMetrics({ db, running }: MetricsOptions): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: "botwright_http_request_seconds",
    help: "Requests to the HTTP interface",
    labelNames: ["method", "route", "status"],
    buckets: SECONDS,
    registers,
  });
  const messages = new Counter({
    name: "botwright_messages_total",
    help: "Messages by what became of them: accepted, handled, unhandled, failed, set_aside",
    labelNames: ["result"],
    registers,
  });
  const runs = new Histogram({
    name: "botwright_plugin_run_seconds",
    help: "Runs of plugins by their result: handled, passed, invalid, failed",
    labelNames: ["status"],
    buckets: SECONDS,
    registers,
  });
  const calls = new Histogram({
    name: "botwright_host_call_seconds",
    help: "Host calls of plugins",
    labelNames: ["operation", "outcome"],
    buckets: SECONDS,
    registers,
  });
  const conflicts = new Counter({
    name: "botwright_storage_conflicts_total",
    help: "Writes to keys that another run had changed",
    labelNames: ["result"],
    registers,
  });
  const statuses = new Counter({
    name: "botwright_bot_status_changes_total",
    help: "Changes of bots' connections",
    labelNames: ["state"],
    registers,
  });
  const bots = new Gauge({
    name: "botwright_bots_running",
    help: "Bots that run on this node",
    registers: [],
    collect() {
      this.set(running());
    },
  });
  const inbox = new Gauge({
    name: "botwright_inbox_messages",
    help: "Messages of all nodes that wait or are handled, and that were set aside",
    labelNames: ["state"],
    registers: [],
    async collect() {
      const { rows } = await sql<{ open: number; aside: number }>`
        select count(*) filter (where aside_at is null) as open,
          count(*) filter (where aside_at is not null) as aside
        from message where done_at is null`.execute(db);
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
    onRequest({ method, route, status, seconds }) {
      requests.observe({ method, route, status }, seconds);
    },
    text: () => registry.metrics(),
  };
}
