import { resolve } from "node:path";
import { reseal, type ResealReport } from "../secrets/reseal.ts";
import { type Config, readKeys } from "./config.ts";
import { type DatabaseConfig, openBesideHosts } from "./connection-of.ts";
import { openKeyFile } from "./key-file.ts";

/**
 * Performs `botwright-host reseal`: seals the secrets of the database again with the first key. Hosts may use the
 * database meanwhile if they have this key.
 */
export async function resealDatabase(
  config: DatabaseConfig & Pick<Config, "keys">,
): Promise<ResealReport> {
  await using stack = new AsyncDisposableStack();
  const db = await openBesideHosts(config, stack);
  const keys = readKeys(config.keys ?? (await openKeyFile(resolve(config.folder))).keys);
  return await reseal({ db, keys });
}

/** Describes a report for people, as pairs of a title and a text. */
export function describeReseal(report: ResealReport): readonly (readonly [string, string])[] {
  const { resealed, unreadable, ageing } = report;
  const lost = Object.entries(unreadable).map(([table, count]) => `${table}: ${count}`);
  return [
    ["resealed", `${resealed} secrets`],
    ...(lost.length > 0 ? [["unreadable", `${lost.join(", ")}; no key opens them`] as const] : []),
    ageing > 0
      ? ["journals", `${ageing} entries and traces need the former keys until they are deleted`]
      : ["journals", "none needs a former key: only the first key is used"],
  ];
}
