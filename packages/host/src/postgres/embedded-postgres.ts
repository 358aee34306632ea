import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Logger, silentLogger } from "@botwright/core";
import pg from "pg";
import { databaseEmpty, DatabaseError } from "../errors.ts";
import { findBinaries } from "./binaries.ts";
import { createData, MAJOR, makeSocketFolder, postgresFailed } from "./server-folders.ts";
import { type ServerProcess, startProcess } from "./server-process.ts";
import { findServerUser, makeFolder, usableBinaries, usableFolder } from "./server-user.ts";

/** How long a start may take: recovery after a crash, and the dead server of a killed host that still ends. */
const START_MS = 30_000;
const RETRY_MS = 100;

/** Milliseconds after which a server that does not start is started again. */
const START_AGAIN_MS = 1000;

/** How long the lock of a host that was killed may last. */
const LOCK_MS = 3000;

/** The key of the advisory lock that a host holds as long as it uses the server. */
const HOST_LOCK = 6_281_954;

/** Options of {@link startEmbeddedPostgres}. */
export interface EmbeddedPostgresOptions {
  /** The folder for the data; it is made when absent. One host uses it at a time. */
  readonly folder: string;
  /**
   * Whether the server of a host that runs may be used beside it, for a backup: it is not stopped then.
   *
   * @default false: `POSTGRES_IN_USE`. With true, a folder without data is `DATABASE_EMPTY`
   */
  readonly shared?: boolean;
  /** Receives the server's own lines at debug level. @default a logger that discards everything */
  readonly logger?: Logger;
}

/** How `pg` connects. */
export interface PostgresConnection {
  /** A folder: the server listens on a Unix socket only. */
  readonly host: string;
  readonly user: string;
  readonly database: string;
}

/** A PostgreSQL server of this host. */
export interface EmbeddedPostgres extends AsyncDisposable {
  readonly connection: PostgresConnection;
  /** The folder that is used; another one than wanted when the server's user cannot enter that. */
  readonly folder: string;
  /** Stops the server; connections that are open then are ended, their transactions rolled back. */
  stop(): Promise<void>;
}

/**
 * Starts the PostgreSQL that comes with the packages on a data folder, or adopts the one that a killed host
 * has left running there. A server that dies is started again.
 *
 * The server listens on a Unix socket in a folder that only its user can enter, so that neither a port nor a
 * password is needed.
 *
 * @throws {DatabaseError} `POSTGRES_UNAVAILABLE`, `POSTGRES_IN_USE`, `POSTGRES_VERSION`, `POSTGRES_FAILED` or
 * `DATABASE_EMPTY`
 * @example
 * await using postgres = await startEmbeddedPostgres({ folder: "data/postgres" });
 * const pool = new Pool(postgres.connection);
 */
export async function startEmbeddedPostgres(
  options: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres> {
  const { logger = silentLogger, shared = false } = options;
  // The server starts in another folder, from which a relative path would lead elsewhere.
  const wanted = resolve(options.folder);
  const user = await findServerUser(join(wanted, "data"));
  const binaries = await usableBinaries(await findBinaries(), user, MAJOR);
  const folder = await usableFolder(wanted, user);
  const data = join(folder, "data");
  if (shared && !existsSync(data)) throw databaseEmpty(wanted);
  await makeFolder(folder, user);
  const host = await makeSocketFolder(folder, user);
  const connection: PostgresConnection = { host, user: "botwright", database: "postgres" };
  await createData(binaries, folder, data, user);

  let isStopping = false;
  /** Whether another host has the server. */
  let isGuest = false;
  let server: ServerProcess | undefined;
  let held: pg.Client | undefined;
  /** The work on the server that is under way: a start, a restart. */
  let working: Promise<void> = Promise.resolve();

  function spawnServer(): ServerProcess {
    const args = ["-D", data, "-k", host, "-c", "listen_addresses="];
    return startProcess(binaries.postgres, args, user, (line) => logger.debug(line));
  }

  /**
   * Connects, and starts the server where none answers. A server that a killed host left behind still holds
   * its lock file for a moment, so that a start which fails is tried again.
   */
  async function connect(): Promise<void> {
    const until = performance.now() + START_MS;
    for (;;) {
      held = await tryConnect(connection, data);
      if (held !== undefined) break;
      if (isStopping || performance.now() > until)
        throw postgresFailed(server?.output() ?? "it does not answer");
      const hasEnded = server === undefined || server.child.exitCode !== null;
      if (hasEnded || server?.child.signalCode !== null) server = spawnServer();
      await Promise.race([server?.ended, sleep(RETRY_MS)]);
    }
    isGuest = !(await tryLock(held, shared ? 0 : LOCK_MS));
    if (isGuest && !shared) {
      await held.end();
      throw inUse();
    }
    if (!isGuest) held.once("end", onDeath);
  }

  /** The host's own connection has ended: the server has died, or has been restarted by someone. */
  function onDeath(): void {
    if (isStopping) return;
    logger.error("PostgreSQL has ended and is started again", { output: server?.output() ?? "" });
    working = startAgain();
  }

  /** Starts the server until it runs, for what keeps it from running may pass: a disk that is full. */
  async function startAgain(): Promise<void> {
    for (;;) {
      if (isStopping) return;
      try {
        return await connect();
      } catch (error) {
        logger.error("PostgreSQL could not be started again", { error: String(error) });
        await sleep(START_AGAIN_MS);
      }
    }
  }

  async function stop(): Promise<void> {
    isStopping = true;
    await working;
    const pid = await readPid(data);
    await held?.end().catch(() => {});
    if (pid === undefined || isGuest) return;
    // SIGINT is PostgreSQL's "fast" shutdown.
    kill(pid, "SIGINT");
    while (isAlive(pid) && (await readPid(data)) !== undefined) await sleep(10);
    await server?.ended;
  }

  await connect();
  return { connection, folder, stop, [Symbol.asyncDispose]: stop };
}

/** A connection to the server of exactly this data folder, or nothing. */
async function tryConnect(
  connection: PostgresConnection,
  data: string,
): Promise<pg.Client | undefined> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 5000 });
  // Without a listener a connection that breaks would end the process.
  client.on("error", () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ data_directory: string }>("show data_directory");
    if (rows[0]?.data_directory === data) return client;
  } catch {
    // It does not answer, or is still starting.
  }
  await client.end().catch(() => {});
  return undefined;
}

/**
 * Takes the lock that says that a living host uses the server. A dead host's is freed with its connection,
 * which PostgreSQL notices a moment later.
 */
async function tryLock(client: pg.Client, waitMs: number): Promise<boolean> {
  const until = performance.now() + waitMs;
  for (;;) {
    const { rows } = await client.query<{ locked: boolean }>(
      "select pg_try_advisory_lock($1) as locked",
      [HOST_LOCK],
    );
    if (rows[0]?.locked === true) return true;
    if (performance.now() >= until) return false;
    await sleep(RETRY_MS);
  }
}

function inUse(): DatabaseError {
  return new DatabaseError(
    "another host uses this data folder: stop it, or give both the same DATABASE_URL",
    { code: "POSTGRES_IN_USE" },
  );
}

/** The process id of the server, from its own file. */
async function readPid(data: string): Promise<number | undefined> {
  const text = await readFile(join(data, "postmaster.pid"), "utf8").catch(() => "");
  const pid = Number.parseInt(text, 10);
  return pid > 1 ? pid : undefined;
}

function isAlive(pid: number): boolean {
  return kill(pid, 0);
}

function kill(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}
