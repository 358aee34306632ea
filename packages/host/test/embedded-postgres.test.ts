/** @module-tag long */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, mkdir, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startEmbeddedPostgres } from "../src/index.ts";

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "botwright-host-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function query(connection: pg.ClientConfig, sql: string): Promise<unknown[]> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

test("starts on an empty folder, keeps its data over a stop, and serves one host", async () => {
  {
    await using postgres = await startEmbeddedPostgres({ folder });
    await query(postgres.connection, "create table kept as select 7 as seven");
    const second = startEmbeddedPostgres({ folder });
    await expect(second).rejects.toMatchObject({ code: "POSTGRES_IN_USE" });
  }
  await using postgres = await startEmbeddedPostgres({ folder });
  expect(await query(postgres.connection, "select seven from kept")).toEqual([{ seven: 7 }]);
});

test("adopts the server of a host that was killed", async () => {
  const program = `
    const { startEmbeddedPostgres } = await import(process.argv[1]);
    const { connection } = await startEmbeddedPostgres({ folder: process.argv[2] });
    console.log(JSON.stringify(connection));
    setInterval(() => {}, 1000);`;
  const index = new URL("../src/index.ts", import.meta.url).href;
  const args = ["--conditions=@botwright/source", "--input-type=module", "-e", program, index];
  const host = spawn(process.execPath, [...args, folder], { stdio: ["ignore", "pipe", "inherit"] });
  const [said] = await once(host.stdout, "data");
  const started = "select pg_postmaster_start_time() as at";
  const before = await query(JSON.parse(String(said)), started);
  host.kill("SIGKILL");
  await once(host, "exit");
  await using postgres = await startEmbeddedPostgres({ folder });
  expect(await query(postgres.connection, started)).toEqual(before);
});

test("takes a folder by its path from the process's own folder", async () => {
  await using postgres = await startEmbeddedPostgres({ folder: relative(process.cwd(), folder) });
  expect(postgres.folder).toBe(folder);
  expect(await query(postgres.connection, "select seven from kept")).toEqual([{ seven: 7 }]);
});

test("where a running host's server is wanted, an empty folder is refused, and stays as it is", async () => {
  const empty = join(folder, "empty");
  const starting = startEmbeddedPostgres({ folder: empty, shared: true });
  await expect(starting).rejects.toMatchObject({ code: "DATABASE_EMPTY" });
  expect(existsSync(empty)).toBe(false);
});

// Only root can start a server as another user.
test.runIf(process.getuid?.() === 0)("root leaves a data folder to its owner", async () => {
  const NOBODY = 65_534;
  const owned = await mkdtemp(join(tmpdir(), "botwright-owned-"));
  await chmod(owned, 0o755);
  const data = join(owned, "postgres");
  await (await startEmbeddedPostgres({ folder: data })).stop();
  execFileSync("chown", ["-R", `${NOBODY}:${NOBODY}`, data]);
  for (const shared of [false, true]) {
    await using postgres = await startEmbeddedPostgres({ folder: data, shared });
    await query(postgres.connection, "select 1");
    for (const path of [data, join(data, "data"), join(data, "data/postmaster.pid")]) {
      expect((await stat(path)).uid).toBe(NOBODY);
    }
  }
  await rm(owned, { recursive: true });
});

test("a server that dies is started again", async () => {
  await using postgres = await startEmbeddedPostgres({ folder });
  const pidFile = await readFile(join(postgres.folder, "data/postmaster.pid"), "utf8");
  process.kill(Number.parseInt(pidFile, 10), "SIGKILL");
  await expect
    .poll(() => query(postgres.connection, "select 1 as one").catch(() => []), { timeout: 20_000 })
    .toEqual([{ one: 1 }]);
});

test("says so when the data is of another major version", async () => {
  const old = join(folder, "old");
  await mkdir(join(old, "data"), { recursive: true });
  await writeFile(join(old, "data/PG_VERSION"), "15\n");
  const starting = startEmbeddedPostgres({ folder: old });
  await expect(starting).rejects.toMatchObject({ code: "POSTGRES_VERSION" });
});
