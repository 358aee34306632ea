import { type Kysely, sql } from "kysely";
import type { Schema } from "../src/database/schema.ts";
import { insertFixture, tableColumns } from "./fixture-rows.ts";

/** Empties all tables, and fills them with the fixture's rows of these accounts. */
export async function resetFixture(
  db: Kysely<Schema>,
  ...accounts: readonly number[]
): Promise<void> {
  const tables = [...(await tableColumns(db)).keys()].filter(
    (table) => !table.startsWith("kysely"),
  );
  await sql`truncate ${sql.join(tables.map((table) => sql.table(table)))}`.execute(db);
  for (const account of accounts) await insertFixture(db, account);
}
