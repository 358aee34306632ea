/**
 * Data folders of PostgreSQL with the newest schema, copied from one that is made once: `initdb` and the
 * migrations take ten times as long.
 */
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { appendFile, mkdir, mkdtemp, readdir, readFile, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import pg from "pg";
import type { PostgresConnection } from "../src/index.ts";
import { findBinaries } from "../src/postgres/binaries.ts";

const CACHE = fileURLToPath(new URL("../node_modules/.cache/", import.meta.url));
const MIGRATIONS = new URL("../src/database/migrations/", import.meta.url);

let found: Promise<string> | undefined;

/** What only `CREATE DATABASE` reads, which no test calls: two thirds of the files to copy. */
const UNUSED = ["template0", "template1"];

/** Vitest's global setup: makes the template before several processes need it. */
export default async function setup(): Promise<void> {
  // Where there is no PostgreSQL, the tests that need it say so.
  await findTemplate().catch(() => {});
}

/**
 * Puts a data folder into the folder of a server that has not been started yet. The server does not wait
 * for the disk: no test loses power.
 */
export async function addDataFolder(folder: string): Promise<void> {
  const template = await (found ??= findTemplate());
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await copy(template, join(folder, "data"));
  await appendFile(join(folder, "data/postgresql.conf"), "fsync = off\n");
}

/** The template for these migrations and this PostgreSQL. */
async function findTemplate(): Promise<string> {
  const { postgres } = await findBinaries();
  const hash = createHash("sha256").update(postgres).update(UNUSED.join());
  for (const name of (await readdir(MIGRATIONS)).toSorted()) {
    hash.update(name).update(await readFile(new URL(name, MIGRATIONS)));
  }
  const template = join(CACHE, `postgres-${hash.digest("hex").slice(0, 16)}`);
  if (!existsSync(template)) await makeTemplate(template);
  return template;
}

/** Of several processes that make it at once, the first that is ready wins. */
async function makeTemplate(template: string): Promise<void> {
  const { openDatabase, startEmbeddedPostgres } = await import("../src/index.ts");
  const folder = await mkdtemp(join(tmpdir(), "botwright-template-"));
  const postgres = await startEmbeddedPostgres({ folder });
  const database = await openDatabase({ connection: postgres.connection });
  await database.close();
  await dropUnused(postgres.connection);
  await postgres.stop();
  await mkdir(CACHE, { recursive: true });
  const unfinished = `${template}.${process.pid}`;
  await copy(join(postgres.folder, "data"), unfinished);
  await rename(unfinished, template).catch((error: unknown) => {
    if (!existsSync(template)) throw error;
  });
  for (const path of [unfinished, folder, postgres.folder]) {
    await rm(path, { recursive: true, force: true });
  }
}

async function dropUnused(connection: PostgresConnection): Promise<void> {
  const client = new pg.Client(connection);
  await client.connect();
  for (const name of UNUSED) {
    await client.query(`alter database ${name} is_template false`);
    await client.query(`drop database ${name}`);
  }
  await client.end();
}

/** With the owner, whom the server insists on, and without the zeros of a journal that is mostly empty. */
async function copy(from: string, to: string): Promise<void> {
  const isLinux = process.platform === "linux";
  await promisify(execFile)("cp", ["-a", ...(isLinux ? ["--sparse=always"] : []), from, to]);
}
