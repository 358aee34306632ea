import {
  defaultPriority,
  findTriggerConflictsInSteps,
  type PluginMeta,
  type TriggerConflictReport,
} from "@botwright/core";
import type { Kysely } from "kysely";
import type { Schema } from "../database/schema.ts";
import type { InstalledRow } from "./installation-rows.ts";
import { findPublished } from "./published-version.ts";
import { type RunningPlugin, type WhoWins, whoWins } from "./who-wins.ts";

/** Which plugins of a bot react to the same words. */
export interface ConflictReport extends TriggerConflictReport {
  /** Plugins that declare no triggers, and so may react to every text; in the order in which they run. */
  readonly without_triggers: readonly string[];
  /** Which plugins react to the text of the question; `null` without a text. */
  readonly who_wins: WhoWins | null;
}

/** What a report also covers, besides the plugins that run. */
export interface ConflictQuestion {
  /** A plugin that is not installed yet. */
  readonly plugin_id?: number;
  readonly text?: string;
}

/** The most pairs of triggers in a report. */
const MAX_PREFIXES = 200;

/**
 * Reports which of a bot's plugins that run react to the same words.
 *
 * @throws {BotwrightError} `PLUGIN_NOT_FOUND` if the plugin of the question cannot be installed
 */
export async function reportConflicts(
  db: Kysely<Schema>,
  installed: readonly InstalledRow[],
  { plugin_id: pluginId, text }: ConflictQuestion,
): Promise<ConflictReport> {
  const running = installed
    .filter(({ enabled, available }) => enabled && available)
    .map(({ plugin_id, slug, meta, priority }) => toRunning(plugin_id, slug, meta, priority));
  if (pluginId !== undefined && running.every(({ plugin_id }) => plugin_id !== pluginId)) {
    const { slug, meta } = await findPublished(db, pluginId);
    // A plugin that is installed last runs after those of the same priority.
    running.push(toRunning(pluginId, slug, meta, defaultPriority({ ...meta, slug })));
  }
  const ordered = running.toSorted((a, b) => a.priority - b.priority);
  return {
    ...(await findTriggerConflictsInSteps(ordered, { maxPrefixes: MAX_PREFIXES })),
    without_triggers: ordered.filter(({ triggers }) => triggers.length === 0).map(slugOf),
    who_wins: text === undefined ? null : await whoWins(ordered, text),
  };
}

function toRunning(
  plugin_id: number,
  slug: string,
  { name = slug, triggers = [] }: PluginMeta,
  priority: number,
): RunningPlugin {
  return { plugin_id, slug, name, priority, triggers };
}

function slugOf({ slug }: RunningPlugin): string {
  return slug;
}
