import { type Clock, systemClock } from "@botwright/core";
import type { Cache } from "@botwright/services";
import type { Kysely } from "kysely";
import type { Schema } from "../database/schema.ts";

/**
 * A cache that all nodes share.
 *
 * @param read reads what `set` has written, as text of JSON
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
  };
}
