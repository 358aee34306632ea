import type {
  KeyValueStore,
  StoreEffect,
  StoreScope,
  StoreWrite,
  StoreWriteResult,
} from "@botwright/core";
import { type Kysely, sql } from "kysely";
import { createBatches } from "../database/batches.ts";
import { escapeText, unescapeText } from "../database/escape-text.ts";
import type { Schema } from "../database/schema.ts";

interface WriteRow {
  readonly status: StoreWriteResult["status"];
  readonly total: number | null;
  readonly is_repeated: boolean;
}

interface Read {
  readonly scope: StoreScope;
  readonly key: string;
}

/** Values of one statement: each may have a megabyte. */
const MAX_READS = 10;

/**
 * The values of plugins as rows. Writes of one account follow one another, because they share its quota.
 * Values that are read at once share a statement.
 */
export function createPostgresKeyValueStore(db: Kysely<Schema>): KeyValueStore {
  const read = createBatches((reads: readonly Read[]) => readAll(db, reads), {
    most: MAX_READS,
  });

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
      /* prepared: storage_write */
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
      return (await read({ scope, key: escapeText(key) })).json ?? undefined;
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

/**
 * The values in the order of the reads. A subquery with a limit is not merged into the join, so that each value
 * is looked up by its key, whatever the planner takes the table's size for.
 */
async function readAll(
  db: Kysely<Schema>,
  reads: readonly Read[],
): Promise<readonly { readonly json: string | null }[]> {
  const { rows } = await sql<{ json: string | null }>`
    /* prepared: storage_read */
    select v.json from unnest(
      ${reads.map(({ scope }) => scope.userId)}::bigint[],
      ${reads.map(({ scope }) => scope.pluginSlug)}::text[],
      ${reads.map(({ key }) => key)}::text[]
    ) with ordinality as r (user_id, plugin_slug, key, place)
    left join lateral (
      select json from storage_value s
      where s.user_id = r.user_id and s.plugin_slug = r.plugin_slug and s.key = r.key limit 1
    ) v on true
    order by r.place`.execute(db);
  return rows;
}
