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

/** The part of the configuration that says which database to use. */
export type DatabaseConfig = Pick<Config, "databaseUrl" | "folder">;

/**
 * Connects a command to the configured database while hosts may use it. It does not migrate the schema.
 *
 * @param stack closes the connection when it is disposed
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
 * Finds the connection of the configured database for a command; starts the host's own server if it is not running.
 *
 * @param stack stops this server when it is disposed, unless a running host has started it
 * @param shared whether a host may use the database meanwhile
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
