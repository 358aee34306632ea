import { resolve } from "node:path";
import type { DatabaseOptions } from "../database/open-database.ts";
import { startEmbeddedPostgres } from "../postgres/embedded-postgres.ts";
import type { Config } from "./config.ts";

/** Where the database is. */
export type DatabaseConfig = Pick<Config, "databaseUrl" | "folder">;

/**
 * The connection of the configured database, for a command.
 *
 * @param stack stops the host's own server at its end, unless a running host has it
 * @param shared whether a host may run on it meanwhile
 */
export async function connectionOf(
  { databaseUrl, folder }: DatabaseConfig,
  stack: AsyncDisposableStack,
  shared: boolean,
): Promise<DatabaseOptions["connection"]> {
  if (databaseUrl !== undefined) return databaseUrl;
  const postgres = await startEmbeddedPostgres({ folder: resolve(folder, "postgres"), shared });
  return stack.use(postgres).connection;
}
