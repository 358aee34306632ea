import {
  type AdapterState,
  type Clock,
  InfrastructureError,
  type JsonValue,
  systemClock,
} from "@botwright/core";
import { type Kysely, sql } from "kysely";
import { createBatches } from "../../database/batches.ts";
import { escapeText } from "../../database/escape-text.ts";
import type { Schema } from "../../database/schema.ts";

/** Options of {@link createPostgresAdapterState}. */
export interface AdapterStateOptions {
  readonly db: Kysely<Schema>;
  readonly botId: number;
  /** The bot's epoch when this node claimed it. */
  readonly epoch: number;
  readonly clock?: Clock;
}

interface Value {
  readonly key: string;
  readonly json: string;
  readonly expires: number | null;
}

/**
 * Stores an adapter's state as rows. Values that are set at once share a statement. If another node has claimed
 * the bot meanwhile, a write is refused: a poll offset written by an earlier owner would make the new owner skip or
 * repeat messages.
 */
export function createPostgresAdapterState(options: AdapterStateOptions): AdapterState {
  const { db, botId, epoch, clock = systemClock } = options;

  /** Writes values if the bot still has this epoch; of several values of one key, the last. */
  const set = createBatches(async (values: readonly Value[]) => {
    const last = [...new Map(values.map((value) => [value.key, value])).values()];
    const { rows } = await sql<{ is_owner: boolean }>`
      /* prepared: adapter_state_set */
      with owned as (
        select id from bot where id = ${botId} and epoch = ${epoch} for share
      ), written as (
        insert into adapter_state (bot_id, key, json, expires_at)
        select owned.id, v.* from owned cross join unnest(
          ${last.map(({ key }) => key)}::text[], ${last.map(({ json }) => json)}::text[],
          ${last.map(({ expires }) => expires)}::bigint[]) v
        on conflict (bot_id, key) do update
          set json = excluded.json, expires_at = excluded.expires_at
      )
      select exists (select from owned) as is_owner`.execute(db);
    if (rows[0]?.is_owner !== true) throw taken();
    return values.map(() => true);
  });

  /** Writes a value if the bot still has this epoch and the key has no value; returns whether it wrote. */
  async function setIfAbsent({ key, json, expires }: Value): Promise<boolean> {
    const { rows } = await sql<{ is_owner: boolean; is_written: boolean }>`
      with owned as (
        select id from bot where id = ${botId} and epoch = ${epoch} for share
      ), written as (
        insert into adapter_state as s (bot_id, key, json, expires_at)
        select id, ${key}, ${json}, ${expires}::bigint from owned
        on conflict (bot_id, key) do update
          set json = excluded.json, expires_at = excluded.expires_at
          where s.expires_at <= ${clock.now()}::bigint
        returning 1
      )
      select exists (select from owned) as is_owner, exists (select from written) as is_written`.execute(
      db,
    );
    if (rows[0]?.is_owner !== true) throw taken();
    return rows[0].is_written;
  }

  function toValue(key: string, value: JsonValue, ttlMs: number | undefined): Value {
    const expires = ttlMs === undefined ? null : clock.now() + ttlMs;
    return { key: escapeText(key), json: JSON.stringify(value), expires };
  }

  return {
    async get(key) {
      const row = await db
        .selectFrom("adapter_state")
        .select("json")
        .where("bot_id", "=", botId)
        .where("key", "=", escapeText(key))
        .where((is) => is.or([is("expires_at", "is", null), is("expires_at", ">", clock.now())]))
        .executeTakeFirst();
      return row && readJson(row.json);
    },
    async set(key, value, { ttlMs } = {}) {
      await set(toValue(key, value, ttlMs));
    },
    setIfAbsent: async (key, value, { ttlMs } = {}) => setIfAbsent(toValue(key, value, ttlMs)),
    async delete(key) {
      const { rows } = await sql<{ is_owner: boolean }>`
        with owned as (
          select id from bot where id = ${botId} and epoch = ${epoch} for share
        ), gone as (
          delete from adapter_state s using owned
          where s.bot_id = owned.id and s.key = ${escapeText(key)}
        )
        select exists (select from owned) as is_owner`.execute(db);
      if (rows[0]?.is_owner !== true) throw taken();
    },
  };
}

function readJson(json: string): JsonValue {
  return JSON.parse(json);
}

function taken(): InfrastructureError {
  return new InfrastructureError("another node runs this bot now; nothing was written");
}
