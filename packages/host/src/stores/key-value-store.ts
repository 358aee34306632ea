import type {
  KeyValueStore,
  StoreEffect,
  StoreScope,
  StoreWrite,
  StoreWriteResult,
} from "@botwright/services";
import { type Kysely, sql } from "kysely";
import { escapeText, unescapeText } from "../database/escape-text.ts";
import type { Schema } from "../database/schema.ts";

interface WriteRow {
  readonly status: StoreWriteResult["status"];
  readonly total: number | null;
  readonly is_repeated: boolean;
}

/** The values of plugins as rows. Writes of one account follow one another, because they share its quota. */
export function createPostgresKeyValueStore(db: Kysely<Schema>): KeyValueStore {
  function valuesOf({ userId, pluginSlug }: StoreScope) {
    return db
      .selectFrom("storage_value")
      .where("user_id", "=", userId)
      .where("plugin_slug", "=", pluginSlug);
  }

  async function remove(
    { userId, pluginSlug }: StoreScope,
    key: string | null,
    effect: StoreEffect | undefined,
  ): Promise<void> {
    const effectKey = effect === undefined ? null : escapeText(effect.key);
    await sql`select storage_delete(${userId}, ${pluginSlug}, ${key}, ${effectKey})`.execute(db);
  }

  async function write(scope: StoreScope, entry: StoreWrite): Promise<StoreWriteResult> {
    const { key, json, bytes, maxUserBytes, ifJson, effect } = entry;
    const { rows } = await sql<WriteRow>`
      select * from storage_write(
        ${scope.userId}, ${scope.pluginSlug}, ${escapeText(key)}, ${json}, ${bytes}, ${maxUserBytes},
        ${ifJson !== undefined}, ${ifJson ?? null},
        ${effect === undefined ? null : escapeText(effect.key)}, ${effect?.isFinal === true})`.execute(
      db,
    );
    const { status = "changed", total, is_repeated: isRepeated = false } = rows[0] ?? {};
    const outcome = status === "quota-exceeded" ? { status, total: total ?? 0 } : { status };
    return { ...outcome, ...(isRepeated && { isRepeated }) };
  }

  return {
    async get(scope, key) {
      const found = valuesOf(scope).select("json").where("key", "=", escapeText(key));
      return (await found.executeTakeFirst())?.json;
    },
    write,
    delete: (scope, key, effect) => remove(scope, escapeText(key), effect),
    async keys(scope) {
      const rows = await valuesOf(scope).select("key").orderBy("position").execute();
      return rows.map(({ key }) => unescapeText(key));
    },
    clear: (scope, effect) => remove(scope, null, effect),
  };
}
