import {
  type DeclaredTriggers,
  findTriggerConflictsInSteps,
  type Logger,
  type TriggerConflictReport,
} from "@botwright/core";
import { type Kysely, sql } from "kysely";
import { readableJson } from "../database/readable-json.ts";
import type { Schema } from "../database/schema.ts";

/** The most prefix pairs in a report: triggers that share a prefix make quadratically many. */
const MAX_PREFIXES = 10_000;
/** The most conflicts that the log names. */
const MAX_NAMED = 5;

/**
 * Reports the conflicts between the triggers of all plugins that can be installed, by their published versions. Plugins
 * that are not published yet or were taken down are left out, because they do not run.
 */
export async function reportTriggerConflicts(db: Kysely<Schema>): Promise<TriggerConflictReport> {
  const rows = await db
    .selectFrom("plugin as p")
    .innerJoin("plugin_version as v", "v.id", "p.published_id")
    .select(["p.slug", sql<string | null>`${readableJson("v.meta")} -> 'triggers'`.as("triggers")])
    .where("p.status", "!=", "taken_down")
    .orderBy("p.id")
    .execute();
  const plugins = rows.map(({ slug, triggers }): DeclaredTriggers => {
    // The triggers were checked when the plugin was submitted.
    const declared: string[] = triggers === null ? [] : JSON.parse(triggers);
    return { slug, triggers: declared };
  });
  return findTriggerConflictsInSteps(plugins, { maxPrefixes: MAX_PREFIXES });
}

/** Logs the conflicts as one warning when a host starts; the console has the whole list. */
export async function logTriggerConflicts(db: Kysely<Schema>, logger: Logger): Promise<void> {
  const { exact, prefix } = await reportTriggerConflicts(db);
  const conflicts = [...exact, ...prefix];
  if (conflicts.length === 0) return;
  const where = "the console lists them under Administration, Reviews";
  logger.warn(`published plugins react to the same triggers: ${where}`, {
    conflicts: conflicts.length,
    first: conflicts.slice(0, MAX_NAMED),
  });
}
