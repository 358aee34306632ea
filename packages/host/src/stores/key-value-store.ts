import type { KeyValueStore, StoreScope, StoreWrite, StoreWriteResult } from "@botwright/services";
import { type Kysely, sql } from "kysely";
import { escapeText, unescapeText } from "../database/escape-text.ts";
import type { Schema } from "../database/schema.ts";

/** The values of plugins as rows. Writes of one account follow one another, because they share its quota. */
export function createPostgresKeyValueStore(db: Kysely<Schema>): KeyValueStore {
  function valuesOf({ userId, pluginSlug }: StoreScope) {
    return db
      .selectFrom("storage_value")
      .where("user_id", "=", userId)
      .where("plugin_slug", "=", pluginSlug);
  }

  async function remove({ userId, pluginSlug }: StoreScope, key: string | null): Promise<void> {
    await sql`select storage_delete(${userId}, ${pluginSlug}, ${key})`.execute(db);
  }

  async function write(scope: StoreScope, entry: StoreWrite): Promise<StoreWriteResult> {
    const { key, json, bytes, maxUserBytes, ifJson } = entry;
    const { rows } = await sql<{ status: StoreWriteResult["status"]; total: number | null }>`
      select * from storage_write(
        ${scope.userId}, ${scope.pluginSlug}, ${escapeText(key)}, ${json}, ${bytes}, ${maxUserBytes},
        ${ifJson !== undefined}, ${ifJson ?? null})`.execute(db);
    const { status = "changed", total } = rows[0] ?? {};
    return status === "quota-exceeded" ? { status, total: total ?? 0 } : { status };
  }

  return {
    async get(scope, key) {
      const found = valuesOf(scope).select("json").where("key", "=", escapeText(key));
      return (await found.executeTakeFirst())?.json;
    },
    write,
    delete: (scope, key) => remove(scope, escapeText(key)),
    async keys(scope) {
      const rows = await valuesOf(scope).select("key").orderBy("position").execute();
      return rows.map(({ key }) => unescapeText(key));
    },
    clear: (scope) => remove(scope, null),
  };
}
