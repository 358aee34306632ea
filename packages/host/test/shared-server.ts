/**
 * Vitest's global setup: one PostgreSQL server for all files that need a database, and not a server of their own. It
 * starts when the first of them asks for one.
 *
 * A client that connects to the port is sent the name of a new database, and has it as long as the connection lasts.
 */
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { connect, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import type { PostgresConnection } from "../src/index.ts";
import { findBinaries } from "../src/postgres/binaries.ts";
import { MAJOR, makeSocketFolder, postgresFailed } from "../src/postgres/server-folders.ts";
import { startProcess } from "../src/postgres/server-process.ts";
import {
  findServerUser,
  makeFolder,
  usableBinaries,
  usableFolder,
} from "../src/postgres/server-user.ts";
import { addDataFolder } from "./data-folder.ts";

/** Names the port, for the tests' processes. */
const PORT = "BOTWRIGHT_TEST_DATABASES";

/** All tests' pools connect to it, and nothing in it outlives them. */
const SETTINGS = {
  listen_addresses: "",
  max_connections: 1000,
  full_page_writes: "off",
  synchronous_commit: "off",
  wal_level: "minimal",
  max_wal_senders: 0,
};

/** A database of the server. */
interface BorrowedDatabase {
  readonly connection: PostgresConnection;
  giveBack(): void;
}

interface Server extends AsyncDisposable {
  /** In the database that all others are copies of. */
  readonly admin: pg.Client;
  readonly connection: PostgresConnection;
}

/** @returns what stops the server */
export default async function setup(): Promise<() => Promise<void>> {
  let started: Promise<Server> | undefined;
  let made = 0;

  async function lend(socket: Socket): Promise<void> {
    const closed = new Promise((resolve) => socket.once("close", resolve));
    const { admin, connection } = await (started ??= startServer());
    const database = `test_${++made}`;
    // No other connection to the one that is copied is open.
    await admin.query(`create database ${database} template postgres strategy file_copy`);
    socket.write(JSON.stringify({ connection: { ...connection, database } }));
    await closed;
    await admin.query(`drop database ${database} with (force)`);
  }

  const asked = createServer((socket) => {
    socket.on("error", () => {});
    // Where there is no PostgreSQL, the tests that need it say so.
    lend(socket).catch((error: unknown) => socket.end(JSON.stringify({ error: String(error) })));
  });
  asked.listen(0, "127.0.0.1");
  await once(asked, "listening");
  process.env[PORT] = String(Object.assign({ port: 0 }, asked.address()).port);
  return async () => {
    delete process.env[PORT];
    asked.close();
    await started?.then((server) => server[Symbol.asyncDispose]());
  };
}

/** A new database with the newest schema. */
export async function borrowDatabase(): Promise<BorrowedDatabase> {
  const socket = connect(Number(process.env[PORT]), "127.0.0.1");
  // It does not keep a process alive that ends without giving it back.
  socket.unref();
  const [answer] = await once(socket, "data");
  const { connection, error } = JSON.parse(String(answer));
  if (connection === undefined) throw new Error(error);
  return { connection, giveBack: () => void socket.destroy() };
}

async function startServer(): Promise<Server> {
  await using opened = new AsyncDisposableStack();
  const wanted = await mkdtemp(join(tmpdir(), "botwright-postgres-"));
  opened.defer(() => rm(wanted, { recursive: true, force: true }));
  const user = await findServerUser(join(wanted, "data"));
  const folder = await usableFolder(wanted, user);
  opened.defer(() => rm(folder, { recursive: true, force: true }));
  await addDataFolder(folder);
  await makeFolder(folder, user);
  const host = await makeSocketFolder(folder, user);
  const { postgres } = await usableBinaries(await findBinaries(), user, MAJOR);
  const settings = Object.entries(SETTINGS).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const server = startProcess(
    postgres,
    ["-D", join(folder, "data"), "-k", host, ...settings],
    user,
  );
  opened.defer(async () => {
    // All of it is deleted: nothing has to be written.
    server.child.kill("SIGQUIT");
    await server.ended;
  });
  const connection = { host, user: "botwright", database: "postgres" };
  let admin = await tryConnect(connection);
  for (; admin === undefined; admin = await tryConnect(connection)) {
    if (server.child.exitCode !== null) throw postgresFailed(server.output());
    await sleep(10);
  }
  const running = opened.move();
  return { admin, connection, [Symbol.asyncDispose]: () => running.disposeAsync() };
}

/** Without an answer, the server is still starting. */
async function tryConnect(connection: PostgresConnection): Promise<pg.Client | undefined> {
  const client = new pg.Client(connection);
  // Without a listener a connection that breaks would end the process.
  client.on("error", () => {});
  return client.connect().then(
    () => client,
    () => undefined,
  );
}
