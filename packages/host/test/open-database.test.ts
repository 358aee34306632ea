import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { migrations } from "../src/database/migrations/index.ts";
import { openDatabase, startEmbeddedPostgres } from "../src/index.ts";

test("of several nodes that start at once on an empty database one migrates, and the others wait", async () => {
  const folder = await mkdtemp(join(tmpdir(), "botwright-host-"));
  await using stack = new AsyncDisposableStack();
  const { connection, ...postgres } = await startEmbeddedPostgres({ folder });
  stack.defer(async () => {
    await postgres.stop();
    await rm(postgres.folder, { recursive: true, force: true });
    await rm(folder, { recursive: true, force: true });
  });
  const opening = Array.from({ length: 5 }, () => openDatabase({ connection, connections: 2 }));
  const nodes = await Promise.all(opening);
  for (const { db } of nodes) {
    const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
    expect(rows.map(({ name }) => name).toSorted()).toEqual(Object.keys(migrations));
  }
  await Promise.all(nodes.map((node) => node.close()));
});
