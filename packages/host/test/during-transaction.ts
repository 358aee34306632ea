import { sql, type Transaction } from "kysely";
import { expect } from "vitest";
import type { Schema } from "../src/database/schema.ts";
import type { Database } from "../src/index.ts";

type Db = Database["db"];

/** Begins what waits for a row that another transaction holds, and ends that transaction. */
export async function duringTransaction<Result>(
  db: Db,
  change: (trx: Transaction<Schema>) => Promise<unknown>,
  begin: () => Promise<Result>,
): Promise<Result> {
  let begun: Promise<Result> | undefined;
  await db.transaction().execute(async (trx) => {
    await change(trx);
    begun = begin();
    begun.catch(() => {});
    await untilWaiting(db, 1);
  });
  if (begun === undefined) throw new Error("the transaction was not reached");
  return begun;
}

/** Resolves when this many statements wait for locks. */
export async function untilWaiting(db: Db, count: number): Promise<void> {
  await expect
    .poll(async () => {
      const { rows } = await sql`
        select pid from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
      return rows.length;
    })
    .toBe(count);
}
