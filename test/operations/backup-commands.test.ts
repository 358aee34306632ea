/** @module-tag long */
import { execFile } from "node:child_process";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { promisify } from "node:util";
import { gunzipSync } from "node:zlib";
import { openDatabase, startEmbeddedPostgres } from "@botwright/host";
import { expect, test } from "vitest";
import { addDataFolder } from "../../packages/host/test/data-folder.ts";
import { insertFixture, insertShared } from "../../packages/host/test/fixture-rows.ts";
import { readFences } from "../fences.ts";
import { root } from "../repository.ts";
import { makeDataFolder } from "../started-host.ts";

const commands = (await readFences("docs/operations.md"))
  .map(({ code }) => code.trim())
  .filter((code) => code.startsWith("botwright-host "));
const [backup = "", restore = ""] = commands;

/** Puts the command into a folder, as npm does. */
async function installCommand(folder: string): Promise<void> {
  const main = `${root}/packages/host/src/server/main.ts`;
  const script = `#!/bin/sh\nexec node --conditions=@botwright/source ${main} "$@"\n`;
  await mkdir(folder);
  await writeFile(`${folder}/botwright-host`, script, { mode: 0o755 });
}

/** The lines of a backup: tables in any order of their rows, without the time in the header. */
async function linesOf(folder: string): Promise<readonly string[]> {
  const text = gunzipSync(await readFile(`${folder}/host.ndjson.gz`)).toString();
  return text.trim().split("\n").slice(1).toSorted();
}

test("the page's commands move a host from its own database to a server, and back", async () => {
  expect(commands).toHaveLength(2);
  await using folder = await makeDataFolder();
  const { path } = folder;
  const bin = `${path}/bin`;
  await installCommand(bin);
  /** Runs a command in a folder, and expects the output that the page shows, with other numbers. */
  async function run(command: string, place: string, env: Record<string, string>): Promise<void> {
    const [, shown = ""] = command.split(" # ");
    const running = promisify(execFile)("sh", ["-c", command], {
      cwd: `${path}/${place}`,
      env: { ...process.env, PATH: `${bin}:${process.env["PATH"]}`, ...env },
    });
    // What a command fails with, it prints on stdout too.
    const { stdout } = await running.catch((error: { readonly stdout: string }) => error);
    expect(stdout.trim().replaceAll(/\d+/g, "n")).toBe(shown.replaceAll(/\d+/g, "n"));
  }
  for (const place of ["one", "server", "two"]) await mkdir(`${path}/${place}`, { mode: 0o711 });

  const own = `${path}/one/data/postgres`;
  await addDataFolder(own);
  {
    // A host's server, which runs meanwhile.
    await using postgres = await startEmbeddedPostgres({ folder: own });
    await using database = await openDatabase({ connection: postgres.connection });
    await insertShared(database.db);
    await insertFixture(database.db, 1000);
    await run(backup, "one", {});
  }
  {
    await using server = await startEmbeddedPostgres({ folder: `${path}/server/data` });
    const { host, user, database } = server.connection;
    const env = {
      DATABASE_URL: `postgresql://${user}@localhost/${database}?host=${encodeURIComponent(host)}`,
      BOTWRIGHT_KEYS: `k1:${Buffer.alloc(32, 1).toString("base64")}`,
      BOTWRIGHT_SESSION_SECRET: "s".repeat(32),
    };
    await run(restore, "one", env);
    await run(backup, "server", env);
  }
  await run(restore, "server", { BOTWRIGHT_DATA: `${path}/two/data` });
  await run(backup, "two", {});
  const lines = await linesOf(`${path}/one`);
  expect(lines.length).toBeGreaterThan(50);
  expect(await linesOf(`${path}/server`)).toEqual(lines);
  expect(await linesOf(`${path}/two`)).toEqual(lines);
});
