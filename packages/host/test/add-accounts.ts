import { sql } from "kysely";
import type { Database } from "../src/index.ts";

/** Adds accounts with these ids; those that are added later have higher ones. */
export async function addAccounts({ db }: Database, ...ids: readonly number[]): Promise<void> {
  await sql`
    insert into user_account (id, name, email) overriding system value
    select id, 'User ' || id, 'user-' || id || '@example.org'
    from unnest(${ids}::bigint[]) as id`.execute(db);
  await sql`
    select setval(pg_get_serial_sequence('user_account', 'id'), max(id)) from user_account`.execute(
    db,
  );
}
