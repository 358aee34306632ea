import { randomUUID } from "node:crypto";
import { type Clock, systemClock } from "@botwright/core";
import type { Cache } from "@botwright/services";
import { type Kysely, sql } from "kysely";
import type { Schema } from "../database/schema.ts";

/**
 * Creates a cache that all nodes share.
 *
 * @param read parses the JSON that `set` has written; `undefined`: the value does not count
 */
export function createPostgresCache<Value>(
  db: Kysely<Schema>,
  read: (json: string) => Value | undefined,
  clock: Clock = systemClock,
): Cache<Value> {
  return {
    async get(key) {
      const row = await db
        .selectFrom("cache")
        .select("json")
        .where("key", "=", key)
        .where("expires_at", ">", clock.now())
        .executeTakeFirst();
      return row && read(row.json);
    },
    async set(key, value, ttlMs) {
      const entry = { json: JSON.stringify(value), expires_at: clock.now() + ttlMs };
      await db
        .insertInto("cache")
        .values({ key, ...entry })
        .onConflict((conflict) => conflict.column("key").doUpdateSet(entry))
        .execute();
    },
    async claim(key, ttlMs) {
      const [row, owner] = [`claim/${key}`, JSON.stringify(randomUUID())];
      const now = clock.now();
      const { rows } = await sql`
        insert into cache as c (key, json, expires_at) values (${row}, ${owner}, ${now + ttlMs})
        on conflict (key) do update set json = excluded.json, expires_at = excluded.expires_at
          where c.expires_at <= ${now}
        returning 1`.execute(db);
      if (rows.length === 0) return undefined;
      return async () => {
        await db.deleteFrom("cache").where("key", "=", row).where("json", "=", owner).execute();
      };
    },
  };
}
