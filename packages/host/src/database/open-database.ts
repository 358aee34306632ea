import { type Logger, silentLogger } from "@botwright/core";
import { Kysely, sql } from "kysely";
import { Migrator } from "kysely/migration";
import pg from "pg";
import { databaseEmpty, DatabaseError } from "../errors.ts";
import { migrations } from "./migrations/index.ts";
import type { PostgresConnection } from "../postgres/embedded-postgres.ts";
import { createNotifications, type Notifications } from "./notifications.ts";
import type { Schema } from "./schema.ts";
import { endWithoutAnswer, readMarks } from "./statements.ts";
import { HostDialect } from "./unavailable.ts";

/** Options of {@link openDatabase}. */
export interface DatabaseOptions {
  /** The server and database: a URL, or the connection that {@link startEmbeddedPostgres} has returned. */
  readonly connection: string | PostgresConnection;
  /** The most connections for queries; one more connection listens for notifications. @default 20 */
  readonly connections?: number;
  /**
   * Milliseconds in which the server must answer a statement or accept a connection. After that, the connection counts
   * as broken, because otherwise nothing would notice a network path that drops all packets. Migrations and the
   * deletions of accounts and of old rows may take longer. @default 60_000
   */
  readonly answerMs?: number;
  readonly logger?: Logger;
}

/** The host's database. */
export interface Database extends AsyncDisposable {
  readonly db: Kysely<Schema>;
  readonly notifications: Pick<Notifications, "listen" | "notify">;
  close(): Promise<void>;
}

/**
 * Reads 64-bit integers as numbers, because all in this schema are ids and counts below 2^53. JSON stays text, because
 * its readers parse and validate it.
 */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => {
    if (oid === pg.types.builtins.INT8) return Number;
    if (oid === pg.types.builtins.JSON) return String;
    return pg.types.getTypeParser(oid, format);
  },
};

/**
 * Connects to the database and brings its schema up to date. Several nodes may do so at once: one migrates,
 * the others wait for it.
 *
 * @throws {DatabaseError} `DATABASE_NEWER` when a newer version of the host has migrated it
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { connections = 20, answerMs = 60_000, logger = silentLogger } = options;
  const config = toConfig(options.connection);
  await bringUpToDate(config, logger);
  const limits = { query_timeout: answerMs, connectionTimeoutMillis: answerMs };
  const { pool, db } = connect({ ...config, ...limits }, connections, logger);
  const notifications = createNotifications({ config, pool, logger, answerMs });
  const close = async (): Promise<void> => {
    await notifications.close();
    await db.destroy();
  };
  return { db, notifications, close, [Symbol.asyncDispose]: close };
}

/** Migrates on a separate connection without `answerMs`, because a migration may take longer than other statements. */
async function bringUpToDate(config: pg.ClientConfig, logger: Logger): Promise<void> {
  const { db } = connect(config, 1, logger);
  try {
    await assertNotNewer(db);
    await migrate(db);
  } finally {
    await db.destroy();
  }
}

/** Opens a pool of connections, without migrating. */
export function connect(
  config: pg.PoolConfig,
  connections: number,
  logger: Logger,
): { readonly pool: pg.Pool; readonly db: Kysely<Schema> } {
  const pool = new pg.Pool({ ...config, types, max: connections });
  // The pool replaces a connection that breaks. Without these listeners, its error event would end the process. The
  // pool listens only to idle connections, but one in use can break between two statements of a transaction.
  pool.on("error", () => {});
  pool.on("connect", (client) => {
    readMarks(client);
    endWithoutAnswer(client);
    client.on("error", ({ message }) =>
      logger.warn("a database connection broke", { error: message }),
    );
  });
  return { pool, db: new Kysely<Schema>({ dialect: new HostDialect({ pool }) }) };
}

/** Milliseconds without traffic after which the operating system sends the first TCP keep-alive probe. */
const KEEP_ALIVE_MS = 10_000;

/** The options of a connection for `pg`. */
export function toConfig(connection: DatabaseOptions["connection"]): pg.ClientConfig {
  return {
    ...(typeof connection === "string" ? { connectionString: connection } : connection),
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
  };
}

/**
 * Brings the schema up to date.
 *
 * @param name the migration to stop after. @default the last one
 */
export async function migrate(db: Kysely<Schema>, name?: string): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const { error } =
    name === undefined ? await migrator.migrateToLatest() : await migrator.migrateTo(name);
  if (error !== undefined) throw error;
}

/** @throws {DatabaseError} `DATABASE_EMPTY` when no host has migrated the database */
export async function assertMigrated(db: Kysely<Schema>): Promise<void> {
  if (!(await isMigrated(db))) throw databaseEmpty("this database");
}

async function isMigrated(db: Kysely<Schema>): Promise<boolean> {
  const { rows } = await sql<{ there: boolean }>`
    select to_regclass('kysely_migration') is not null as there`.execute(db);
  return rows[0]?.there === true;
}

/** Checked before Kysely migrates, because Kysely reports a migration that it does not know as a corrupted one. */
async function assertNotNewer(db: Kysely<Schema>): Promise<void> {
  if (!(await isMigrated(db))) return;
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  const unknown = rows.filter(({ name }) => !Object.hasOwn(migrations, name));
  if (unknown.length === 0) return;
  throw new DatabaseError(
    "a newer version of the host has changed this database: run that version, or restore a backup from before",
    { code: "DATABASE_NEWER" },
  );
}
