import {
  type DeclaredTriggers,
  findTriggerConflicts,
  type Logger,
  type TriggerConflictReport,
} from "@botwright/core";
import { type Kysely, sql } from "kysely";
import type { Schema } from "../database/schema.ts";

/** Prefix pairs in a report: with many triggers that share a prefix there are quadratically many. */
const MAX_PREFIXES = 10_000;
/** Conflicts that are logged one by one. */
const MAX_LINES = 100;

/**
 * Reports the conflicts between the triggers of all plugins that can be installed, each by its published
 * version. Leaves out plugins that are not yet published or were taken down: they do not run.
 */
export async function reportTriggerConflicts(db: Kysely<Schema>): Promise<TriggerConflictReport> {
  const rows = await db
    .selectFrom("plugin as p")
    .innerJoin("plugin_version as v", "v.id", "p.published_id")
    .select(["p.slug", sql<string | null>`v.meta -> 'triggers'`.as("triggers")])
    .where("p.status", "!=", "taken_down")
    .orderBy("p.id")
    .execute();
  const plugins = rows.map(({ slug, triggers }): DeclaredTriggers => {
    // Checked when the plugin was submitted.
    const declared: string[] = triggers === null ? [] : JSON.parse(triggers);
    return { slug, triggers: declared };
  });
  return findTriggerConflicts(plugins, { mostPrefixes: MAX_PREFIXES });
}

/** Logs the conflicts as warnings, at the start of a host. */
export async function logTriggerConflicts(db: Kysely<Schema>, logger: Logger): Promise<void> {
  const { exact, prefix } = await reportTriggerConflicts(db);
  const conflicts = [...exact, ...prefix];
  for (const { trigger, plugins } of conflicts.slice(0, MAX_LINES)) {
    logger.warn("plugins react to the same trigger", { trigger, plugins });
  }
  const more = conflicts.length - MAX_LINES;
  if (more > 0) logger.warn("more plugins react to the same triggers", { more });
}
