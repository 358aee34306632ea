import { type Clock, systemClock } from "@botwright/core";
import {
  assertCredits,
  type Ledger,
  type LedgerRow,
  type Reservation,
  unknownReservation,
  wrongAmount,
} from "@botwright/services";
import { type Kysely, type Selectable, sql } from "kysely";
import type { CreditRowTable, ReservationTable, Schema } from "../database/schema.ts";

/** The accounts of credits as rows: a balance, and the movements that it is the sum of. */
export function createPostgresLedger(db: Kysely<Schema>, clock: Clock = systemClock): Ledger {
  const now = (): Date => new Date(clock.now());
  return {
    async balance(userId) {
      const account = db
        .selectFrom("credit_account")
        .select("balance")
        .where("user_id", "=", userId);
      return (await account.executeTakeFirst())?.balance ?? 0;
    },
    async reserve({ userId, key, credits, pluginSlug = null, description = null }) {
      assertCredits(credits);
      const { rows } = await sql<Selectable<ReservationTable>>`
        select * from credit_reserve(
          ${userId}, ${key}, ${credits}, ${pluginSlug}, ${description}, ${now()})`.execute(db);
      return rows[0] && toReservation(rows[0]);
    },
    async settle(key, credits) {
      assertCredits(credits);
      const { rows } = await sql<Selectable<ReservationTable>>`
        select * from credit_settle(${key}, ${credits}, ${now()})`.execute(db);
      if (rows[0] === undefined) throw unknownReservation(key);
      return toReservation(rows[0]);
    },
    async move({ userId, key, credits, pluginSlug = null, description = null }) {
      if (!Number.isSafeInteger(credits)) throw wrongAmount();
      const { rows } = await sql<{ moved: boolean }>`
        select credit_move(
          ${userId}, ${key}, ${credits}, ${pluginSlug}, ${description}, ${now()}) as moved`.execute(
        db,
      );
      return rows[0]?.moved === true;
    },
    async openReservations(before, limit) {
      const rows = await db
        .selectFrom("reservation")
        .selectAll()
        .where("charged", "is", null)
        .where("created_at", "<", new Date(before))
        .orderBy("created_at")
        .limit(limit)
        .execute();
      return rows.map(toReservation);
    },
    async rows(userId, limit) {
      const rows = await db
        .selectFrom("credit_row")
        .selectAll()
        .where("user_id", "=", userId)
        .orderBy("id", "desc")
        .limit(limit)
        .execute();
      return rows.map(toRow);
    },
  };
}

function toReservation(row: Selectable<ReservationTable>): Reservation {
  const { key, credits, charged } = row;
  return { key, credits, ...subjectOf(row), ...(charged !== null && { charged }) };
}

function toRow(row: Selectable<CreditRowTable>): LedgerRow {
  const { key, kind, credits } = row;
  return { key, kind, credits, ...subjectOf(row) };
}

function subjectOf(row: Selectable<ReservationTable | CreditRowTable>) {
  const { user_id: userId, plugin_slug: pluginSlug, description, created_at: createdAt } = row;
  return {
    userId,
    createdAt: createdAt.getTime(),
    ...(pluginSlug !== null && { pluginSlug }),
    ...(description !== null && { description }),
  };
}
