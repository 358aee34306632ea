import { resolve } from "node:path";
import { reseal, type ResealReport } from "../secrets/reseal.ts";
import { type Config, readKeys } from "./config.ts";
import { type DatabaseConfig, openBesideHosts } from "./connection-of.ts";
import { openKeyFile } from "./key-file.ts";

/**
 * Seals the secrets of the database with the first key, also while hosts run on it that have that key:
 * `botwright-host reseal`.
 */
export async function resealDatabase(
  config: DatabaseConfig & Pick<Config, "keys">,
): Promise<ResealReport> {
  await using stack = new AsyncDisposableStack();
  const db = await openBesideHosts(config, stack);
  const keys = readKeys(config.keys ?? (await openKeyFile(resolve(config.folder))).keys);
  return await reseal({ db, keys });
}

/** The report as lines for people: what, and a text. */
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
