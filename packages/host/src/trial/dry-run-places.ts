import { defaultPriority, type Installation, type Plugin } from "@botwright/core";
import type { Kysely } from "kysely";
import type { Schema } from "../database/schema.ts";
import { type InstalledRow, selectInstalled } from "../installations/installation-rows.ts";
import type { InstalledPlugins } from "../plugins/load-installed.ts";

/** A plugin of a bot, with the installation that a dry run runs, or the reason why it does not run. */
export type DryRunPlace = {
  readonly row: InstalledRow;
  readonly priority: number;
} & (
  | { readonly installation: Installation; readonly skipped?: undefined }
  | { readonly installation?: undefined; readonly skipped: "not_loaded" | "not_dry" }
);

/** Options of {@link readPlaces}. */
interface PlacesOptions {
  readonly db: Kysely<Schema>;
  readonly plugins: Pick<InstalledPlugins, "of">;
  readonly builtins: ReadonlyMap<string, Plugin>;
}

/** Reads the enabled plugins of a bot in the order in which they run, with those that cannot be loaded. */
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
    // Another node has installed or enabled it between the two reads.
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
