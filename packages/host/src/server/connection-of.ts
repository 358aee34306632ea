import { resolve } from "node:path";
import { silentLogger } from "@botwright/core";
import type { Kysely } from "kysely";
import {
  assertMigrated,
  connect,
  type DatabaseOptions,
  toConfig,
} from "../database/open-database.ts";
import type { Schema } from "../database/schema.ts";
import { startEmbeddedPostgres } from "../postgres/embedded-postgres.ts";
import type { Config } from "./config.ts";

/** Where the database is. */
export type DatabaseConfig = Pick<Config, "databaseUrl" | "folder">;

/**
 * Connects a command to the configured database, beside the hosts that run on it. The schema stays as it is.
 *
 * @param stack closes the connection at its end
 * @throws {DatabaseError} `DATABASE_EMPTY` when no host has used it
 */
export async function openBesideHosts(
  config: DatabaseConfig,
  stack: AsyncDisposableStack,
): Promise<Kysely<Schema>> {
  const connection = await connectionOf(config, stack, true);
  const { db } = connect(toConfig(connection), 2, silentLogger);
  stack.defer(() => db.destroy());
  await assertMigrated(db);
  return db;
}

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
