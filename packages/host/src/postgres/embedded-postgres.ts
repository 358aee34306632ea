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

/**
 * The most milliseconds of a start, with recovery after a crash, and with the wait for a killed host's server to end.
 */
const START_MS = 30_000;
/** Milliseconds between attempts to connect, or to take the lock. */
const RETRY_MS = 100;

/** Milliseconds between attempts to start a server again that could not be started. */
const START_AGAIN_MS = 1000;

/** The most milliseconds until PostgreSQL releases the lock of a host that was killed. */
const LOCK_MS = 3000;

/** The key of the advisory lock that a host holds as long as it uses the server. */
const HOST_LOCK = 6_281_954;

/** Options of {@link startEmbeddedPostgres}. */
export interface EmbeddedPostgresOptions {
  /** The folder for the data, which is created if it does not exist. Only one host may use it at a time. */
  readonly folder: string;
  /**
   * Whether to use the server of a running host too, for example for a backup; `stop` then leaves this server running.
   *
   * @default false: a running host causes `POSTGRES_IN_USE`. With true, a folder without data causes `DATABASE_EMPTY`
   */
  readonly shared?: boolean;
  /** Receives the server's own lines at debug level. @default a logger that discards everything */
  readonly logger?: Logger;
}

/** The options with which `pg` connects. */
export interface PostgresConnection {
  /** A folder: the server listens on a Unix socket only. */
  readonly host: string;
  readonly user: string;
  readonly database: string;
}

/** A PostgreSQL server that this host has started or uses. */
export interface EmbeddedPostgres extends AsyncDisposable {
  readonly connection: PostgresConnection;
  /** The folder that is used. It is another one than the given one if the server's user cannot enter that. */
  readonly folder: string;
  /** Stops the server, which closes its open connections and rolls their transactions back. */
  stop(): Promise<void>;
}

/**
 * Starts the included PostgreSQL on a data folder, or uses the server that a killed host has left running there. A
 * server that dies is started again.
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
  // An absolute path, because the server has another working directory than this process.
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
  /** Whether another host runs this server, so that `stop` must not stop it. */
  let isGuest = false;
  let server: ServerProcess | undefined;
  let held: pg.Client | undefined;
  /** The restart of the server that is in progress. */
  let working: Promise<void> = Promise.resolve();

  function spawnServer(): ServerProcess {
    const args = ["-D", data, "-k", host, "-c", "listen_addresses="];
    return startProcess(binaries.postgres, args, user, (line) => logger.debug(line));
  }

  /**
   * Connects, and starts the server if none answers. A start that fails is tried again, because the server of a killed
   * host may hold the data folder's lock file until it has ended.
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

  /** Starts the server again when the connection with the lock has ended: the server has died, or was stopped. */
  function onDeath(): void {
    if (isStopping) return;
    logger.error("PostgreSQL has ended and is started again", { output: server?.output() ?? "" });
    working = startAgain();
  }

  /** Tries to start the server until it runs, because the obstacle may be temporary, such as a full disk. */
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

/** Connects to the server of exactly this data folder; returns `undefined` if it does not answer. */
async function tryConnect(
  connection: PostgresConnection,
  data: string,
): Promise<pg.Client | undefined> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 5000 });
  // Without this listener, the error event of a broken connection would end the process.
  client.on("error", () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ data_directory: string }>("show data_directory");
    if (rows[0]?.data_directory === data) return client;
  } catch {
    // No server answers, or it is still starting.
  }
  await client.end().catch(() => {});
  return undefined;
}

/**
 * Takes the lock that a host holds while it uses the server. PostgreSQL releases the lock of a killed host a moment
 * later, when it notices that the host's connection was closed.
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

/** Reads the process id of the server from its file `postmaster.pid`. */
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
