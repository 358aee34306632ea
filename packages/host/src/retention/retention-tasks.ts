import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Schema } from "../database/schema.ts";
import { isImageCounterBefore } from "../stores/image-counters.ts";
import { attemptsOf, MESSAGE_PREFIX } from "../stores/run-ids.ts";
import { BATCH, deleteBatch } from "./delete-batch.ts";
import { deleteLeftovers } from "./leftovers.ts";
import type { RetentionTimes } from "./retention-days.ts";

/** Deletes a bounded number of rows; returns how many. */
export type RetentionTask = (db: Kysely<Schema>, times: RetentionTimes) => Promise<number>;

/** Days after which rows that count for a day or a month are deleted; limits do not read them any more then. */
const PERIOD_DAYS = { spending: 70, counters: 3 };

/** Days after a sign-up in which the user can verify the e-mail address, with the link in any of the mails. */
const UNVERIFIED_DAYS = 7;

/** All tasks by name, in their order: messages before their journals, journals before the media that they refer to. */
export const RETENTION_TASKS: Readonly<Record<string, RetentionTask>> = {
  leftovers: deleteLeftovers,
  messages: (db, { days, before }) =>
    deleteBatch(db, "message", sql`done_at < ${before(days.messages)}`),
  setAside: (db, { days, before }) =>
    deleteBatch(db, "message", sql`aside_at < ${before(days.setAside)} and done_at is null`),
  attempts: (db, { days, before }) =>
    deleteBatch(
      db,
      "message_attempt",
      sql`ended_at < ${before(days.journals)}
        and exists (select from message m where m.id = message_id and m.done_at is not null)`,
    ),
  journals: deleteJournals,
  media: deleteMedia,
  storageEffects: deleteStorageEffects,
  uses: (db, { days, before }) =>
    deleteBatch(db, "service_use", sql`created_at < ${before(days.uses)}`),
  warnings: (db, { days, before }) =>
    deleteBatch(db, "credit_warning", sql`created_at < ${before(days.uses)}`),
  sandboxEvents: (db, { days, before }) =>
    deleteBatch(db, "sandbox_event", sql`created_at < ${before(days.uses)}`),
  spending: (db, { before }) =>
    deleteBatch(db, "spending", sql`period < ${toDay(before(PERIOD_DAYS.spending))}`),
  imageCounts: (db, { before }) =>
    deleteBatch(db, "usage_counter", isImageCounterBefore(toDay(before(PERIOD_DAYS.counters)))),
  imageUses: (db, { before }) =>
    deleteBatch(db, "usage_event", isImageCounterBefore(toDay(before(PERIOD_DAYS.counters)))),
  cache: (db, { now }) => deleteBatch(db, "cache", sql`expires_at <= ${now}`),
  rateWindows: (db, { now }) => deleteBatch(db, "rate_window", sql`expires_at <= ${now}`),
  adapterState: (db, { now }) => deleteBatch(db, "adapter_state", sql`expires_at <= ${now}`),
  sessions: (db, { before }) => deleteBatch(db, "user_session", sql`expires_at < ${before(0)}`),
  verifications: (db, { before }) =>
    deleteBatch(db, "user_verification", sql`expires_at < ${before(0)}`),
  // A user who has not verified the address has never logged in. The other conditions spare users whom an
  // administrator has given a role or credits, or has banned.
  unverified: (db, { before }) =>
    deleteBatch(
      db,
      "user_account",
      sql`not email_verified and created_at < ${before(UNVERIFIED_DAYS)}
        and role = 'user' and not banned
        and not exists (select from credit_row c where c.user_id = user_account.id)`,
    ),
  nodes: (db) => deleteBatch(db, "node", sql`expires_at < clock_timestamp() - interval '1 day'`),
};

/** Deletes the journals of runs with all their attempts, unless the message of a run may be handled again. */
async function deleteJournals(
  db: Kysely<Schema>,
  { days, before }: RetentionTimes,
): Promise<number> {
  const time = before(days.journals);
  const { rows } = await sql<{ calls: number }>`
    /* long */
    with ${waitingRuns(time)}, old as (
      select e.call_id from journal_entry e
      where e.written_at < ${time} and not exists (
        select from journal_entry n
        where n.written_at >= ${time} and n.call_id = any(${attemptsOf("e.call_id")}))
        and ${isOfNone("e.call_id")}
      order by e.written_at limit ${BATCH}
    ), gone as (
      delete from journal_entry where call_id in (select call_id from old) returning call_id
    ), uses as (
      delete from journal_media_use where call_id in (select call_id from gone)
    )
    select count(*) as calls from gone`.execute(db);
  return rows[0]?.calls ?? 0;
}

/** Deletes the bytes of media that no journal entry refers to. */
function deleteMedia(db: Kysely<Schema>, { days, before }: RetentionTimes): Promise<number> {
  const isUnused = sql<boolean>`not exists (
    select from journal_media_use u where u.sha256 = journal_media.sha256)`;
  return db.transaction().execute(async (trx) => {
    const locked = await trx
      .selectFrom("journal_media")
      .select("sha256")
      .where("used_at", "<", before(days.journals))
      .where(isUnused)
      .limit(BATCH)
      .forUpdate()
      .skipLocked()
      .execute();
    if (locked.length === 0) return 0;
    // A second statement, because its snapshot also has the uses that a run has committed before the lock.
    const deleted = await trx
      .deleteFrom("journal_media")
      .where(
        "sha256",
        "in",
        locked.map(({ sha256 }) => sha256),
      )
      .where(isUnused)
      .returning("sha256")
      .execute();
    return deleted.length;
  });
}

async function deleteStorageEffects(
  db: Kysely<Schema>,
  { days, before }: RetentionTimes,
): Promise<number> {
  const time = before(days.journals);
  const { numAffectedRows = 0n } = await sql`
    /* long */
    with ${waitingRuns(time)}
    delete from storage_effect where key = any(array(
      select e.key from storage_effect e
      where e.made_at < ${time} and ${isOfNone("e.key")} limit ${BATCH}))`.execute(db);
  return Number(numAffectedRows);
}

/**
 * A table `waiting` with the key prefixes of runs that must stay, because their plugins may run again: the runs of
 * messages that were set aside, and of messages from before `time` that are not handled yet.
 */
function waitingRuns(time: Date): RawBuilder<unknown> {
  return sql`waiting as materialized (
    select ${MESSAGE_PREFIX} as prefix from message
      where done_at is null and aside_at is not null
    union all
    select ${MESSAGE_PREFIX} from message
      where done_at is null and aside_at is null and received_at < ${time})`;
}

/** A condition: a key belongs to none of the {@link waitingRuns}. */
function isOfNone(column: "e.call_id" | "e.key"): RawBuilder<unknown> {
  return sql`not exists (select from waiting w where starts_with(${sql.ref(column)}, w.prefix))`;
}

function toDay(time: Date): string {
  return time.toISOString().slice(0, 10);
}
