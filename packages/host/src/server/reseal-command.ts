import { resolve } from "node:path";
import { openDatabase } from "../database/open-database.ts";
import { startEmbeddedPostgres } from "../postgres/embedded-postgres.ts";
import { reseal, type ResealReport } from "../secrets/reseal.ts";
import { type Config, readKeys } from "./config.ts";
import { openKeyFile } from "./key-file.ts";

/** Where the database and its keys are. */
type DatabaseConfig = Pick<Config, "databaseUrl" | "folder" | "keys">;

/**
 * Seals the secrets of the database with the first key: `botwright-host reseal`. A host may run on the
 * database meanwhile if it is at `DATABASE_URL`; one that starts its own is stopped before.
 */
export async function resealDatabase(config: DatabaseConfig): Promise<ResealReport> {
  await using opened = new AsyncDisposableStack();
  const folder = resolve(config.folder);
  const keys = config.keys ?? (await openKeyFile(folder)).keys;
  const connection =
    config.databaseUrl ??
    opened.use(await startEmbeddedPostgres({ folder: resolve(folder, "postgres") })).connection;
  const { db } = opened.use(await openDatabase({ connection }));
  return await reseal({ db, keys: readKeys(keys) });
}

/** The report as lines for people: what, and a text. */
export function describeReseal(report: ResealReport): readonly (readonly [string, string])[] {
  const { resealed, unreadable, ageing } = report;
  const lost = Object.entries(unreadable).map(([table, count]) => `${table}: ${count}`);
  return [
    ["resealed", `${resealed} secrets`],
    ...(lost.length > 0 ? [["unreadable", `${lost.join(", ")}; no key opens them`] as const] : []),
    ageing > 0
      ? ["journals", `${ageing} entries need the former keys until they are deleted`]
      : ["journals", "none needs a former key: only the first key is used"],
  ];
}
