import { defaultPriority, type Installation, type Plugin } from "@botwright/core";
import type { Kysely } from "kysely";
import type { Schema } from "../database/schema.ts";
import { type InstalledRow, selectInstalled } from "../installations/installation-rows.ts";
import type { InstalledPlugins } from "../plugins/load-installed.ts";

/** A plugin of a bot, and how a dry run runs it, or why it does not. */
export type DryRunPlace = {
  readonly row: InstalledRow;
  readonly priority: number;
} & (
  | { readonly installation: Installation; readonly skipped?: undefined }
  | { readonly installation?: undefined; readonly skipped: "not_loaded" | "not_dry" }
);

/** What {@link readPlaces} needs. */
interface PlacesOptions {
  readonly db: Kysely<Schema>;
  readonly plugins: Pick<InstalledPlugins, "of">;
  readonly builtins: ReadonlyMap<string, Plugin>;
}

/** The enabled plugins of a bot in the order in which they run, also those that cannot be loaded. */
export async function readPlaces(
  { db, plugins, builtins }: PlacesOptions,
  botId: number,
): Promise<readonly DryRunPlace[]> {
  const rows = (await selectInstalled(db, botId)).filter((row) => row.enabled && row.available);
  const installed = await plugins.of({ id: botId });
  const rowOf = new Map(rows.map((row) => [row.slug, row]));
  const loaded = installed.flatMap((installation): DryRunPlace[] => {
    const { plugin, priority = defaultPriority(plugin.meta) } = installation;
    const row = rowOf.get(plugin.meta.slug);
    // Installed or switched on by another node at this moment.
    if (row === undefined) return [];
    rowOf.delete(row.slug);
    const mayRun = !row.record.builtin || builtins.has(row.slug);
    return [{ row, priority, ...(mayRun ? { installation } : { skipped: "not_dry" }) }];
  });
  const others = [...rowOf.values()].map((row): DryRunPlace => {
    return { row, priority: row.priority, skipped: "not_loaded" };
  });
  return [...loaded, ...others].toSorted((a, b) => a.priority - b.priority);
}
