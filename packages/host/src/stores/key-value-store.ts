import {
  inLaterTurn,
  type KeyValueStore,
  type StoreEffect,
  type StoreScope,
  type StoreWrite,
  type StoreWriteResult,
} from "@botwright/core";
import { type Kysely, sql } from "kysely";
import { createBatches } from "../database/batches.ts";
import { escapeText } from "../database/escape-text.ts";
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

/** Keys that are parsed in one step: if all have the greatest length, they are two megabytes of JSON. */
const KEYS_OF_STEP = 1000;

/** The most values that one statement reads: each may have a megabyte. */
const MAX_READS = 10;

/**
 * Stores the values of plugins as rows. Writes of one account run one after the other, because they share its quota.
 * Values that are read at once share a statement.
 */
export function createPostgresKeyValueStore(db: Kysely<Schema>): KeyValueStore {
  const read = createBatches((reads: readonly Read[]) => readAll(db, reads), {
    most: MAX_READS,
  });

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
    async keys(scope, inTurn = inLaterTurn) {
      const keys: string[] = [];
      for (const json of await readKeys(db, scope)) {
        await inTurn(async () => void keys.push(...parseKeys(json)));
      }
      return keys;
    },
    clear: (scope, effect) => remove(scope, null, effect),
  };
}

/**
 * Reads values, in the order of the reads. `limit 1` keeps PostgreSQL from merging the subquery into the join, so that
 * it looks each value up by its key, whatever the planner estimates as the table's size.
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

/**
 * Reads the keys in the order of their first writing, as JSON texts of lists. The database makes the lists, because one
 * row per key would cost the reader ten times as much. It can, because a key is stored as the inside of a JSON string.
 */
async function readKeys(
  db: Kysely<Schema>,
  { userId, pluginSlug }: StoreScope,
): Promise<readonly string[]> {
  const { rows } = await sql<{ keys: string }>`
    select '["' || string_agg(key, '","' order by position) || '"]' as keys
    from (
      select key, position, (row_number() over (order by position) - 1) / ${KEYS_OF_STEP} as step
      from storage_value where user_id = ${userId} and plugin_slug = ${pluginSlug}) k
    group by step order by step`.execute(db);
  return rows.map(({ keys }) => keys);
}

function parseKeys(json: string): string[] {
  const keys: string[] = JSON.parse(json);
  return keys;
}
