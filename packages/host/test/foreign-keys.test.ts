import { sql } from "kysely";
import { expect, test } from "vitest";
import { openTestDatabase } from "./test-database.ts";

test("every foreign key has an index, so that a deletion does not read the whole table that refers to it", async () => {
  await using database = await openTestDatabase();
  const { rows } = await sql<{ name: string; hasIndex: boolean }>`
    select c.conname as name, exists (
      select from pg_index i where i.indrelid = c.conrelid and i.indpred is null
        and i.indkey[0] = c.conkey[1]) as "hasIndex"
    from pg_constraint c
    where c.contype = 'f' and c.connamespace = current_schema()::regnamespace`.execute(database.db);
  expect(rows.length).toBeGreaterThan(5);
  expect(rows.filter(({ hasIndex }) => !hasIndex).map(({ name }) => name)).toEqual([]);
});
