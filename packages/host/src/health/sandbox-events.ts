import { describeError, type Logger, silentLogger } from "@botwright/core";
import type { SandboxEvent } from "@botwright/sandbox";
import type { Insertable, Kysely } from "kysely";
import type { Schema } from "../database/schema.ts";

/** Options of {@link recordSandboxEvents}. */
export interface SandboxEventsOptions {
  readonly db: Kysely<Schema>;
  /** Returns the id of this node; `undefined` until the node has started. */
  readonly node: () => string | undefined;
  /** The most events that this node writes in a minute; it drops further ones. @default 60 */
  readonly perMinute?: number;
  readonly logger?: Logger;
}

/** Writes events of this node's sandbox to the database, where all nodes can read them. */
export interface SandboxEvents {
  onEvent(event: SandboxEvent): void;
  /** Resolves when the writes that have begun have ended. */
  close(): Promise<void>;
}

type Row = Omit<Insertable<Schema["sandbox_event"]>, "node" | "id">;

const MINUTE_MS = 60_000;

/**
 * Records the events on which an administrator may act: workers that crashed or hung, budgets that were exceeded,
 * strikes and quarantines. It does not record calls, loads, and workers that ended because they were not needed.
 *
 * @example
 * const events = recordSandboxEvents({ db, node: () => "node-1" });
 * createSandbox({ onEvent: events.onEvent });
 */
export function recordSandboxEvents(options: SandboxEventsOptions): SandboxEvents {
  const { db, node, perMinute = 60, logger = silentLogger } = options;
  const writing = new Set<Promise<void>>();
  let minute = 0;
  let written = 0;

  /** Counts an event; returns `false` when the limit of the current minute is reached. */
  function admit(): boolean {
    const now = Math.floor(performance.now() / MINUTE_MS);
    if (now !== minute) written = 0;
    minute = now;
    written += 1;
    return written <= perMinute;
  }

  async function write(row: Row): Promise<void> {
    try {
      await db
        .insertInto("sandbox_event")
        .values({ ...row, node: node() ?? "" })
        .execute();
    } catch (error) {
      logger.warn("an event of the sandbox could not be written", describeError(error));
    }
  }

  return {
    onEvent(event) {
      const row = toRow(event);
      if (row === undefined || !admit()) return;
      const done = write(row).finally(() => writing.delete(done));
      writing.add(done);
    },
    async close() {
      await Promise.all(writing);
    },
  };
}

function toRow(event: SandboxEvent): Row | undefined {
  switch (event.type) {
    case "worker-ended": {
      const { reason } = event;
      return reason === "crashed" || reason === "hung"
        ? { type: "worker-lost", reason }
        : undefined;
    }
    case "plugin-slow":
      return { ...pluginOf(event), type: "slow", reason: event.budget, ...until(event) };
    case "plugin-struck":
      return { ...pluginOf(event), type: "struck", strikes: event.strikes };
    case "plugin-quarantined":
      return { ...pluginOf(event), type: "quarantined", strikes: event.strikes, ...until(event) };
    default:
      return undefined;
  }
}

function pluginOf({ slug, version }: { slug: string; version: string }): Partial<Row> {
  return { plugin_slug: slug, version };
}

function until({ untilMs }: { untilMs: number }): Partial<Row> {
  return { until_at: new Date(untilMs) };
}
