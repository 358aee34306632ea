import { type Clock, InfrastructureError, systemClock } from "@botwright/core";
import {
  assertCredits,
  assertLimits,
  type Ledger,
  type LedgerRow,
  type Reservation,
  type ReservationInput,
  type ReservationResult,
  type SpendingLimit,
  unknownReservation,
  invalidAmount,
} from "@botwright/services";
import { type Kysely, type Selectable, sql } from "kysely";
import { escapeText, unescapeText } from "../database/escape-text.ts";
import type { Schema } from "../database/schema.ts";
import type { CreditRowTable, ReservationTable } from "../database/tables/credits.ts";

/** Stores credit accounts as rows: a balance, and the movements whose sum it is. */
export function createPostgresLedger(db: Kysely<Schema>, clock: Clock = systemClock): Ledger {
  const now = (): Date => new Date(clock.now());

  async function reserve(input: ReservationInput, at: number): Promise<ReservationResult> {
    assertCredits(input.credits);
    const { userId, key, credits, day, pluginSlug = null, description = null } = input;
    const { rows } = await sql<ReserveRow>`
      /* prepared: credit_reserve */
      select status, (made).*, (reached).plugin_slug as limit_slug, (reached).period as limit_period,
        (reached).credits as limit_credits
      from credit_reserve(
        ${userId}, ${escapeText(key)}, ${credits}, ${pluginSlug}, ${description}, ${day}, ${new Date(at)})`.execute(
      db,
    );
    const [row] = rows;
    if (row === undefined) throw new InfrastructureError("credits could not be reserved");
    if (row.status === "reserved") {
      const reservation = toReservation(row);
      const { charged, createdAt } = reservation;
      // A node whose clock is ahead reserved the key before. An attempt must be later than those before it, so the
      // statement runs again with a later time.
      if (charged === undefined && createdAt > at) return reserve(input, createdAt + 1);
      return { status: row.status, reservation };
    }
    if (row.status === "too-few-credits") return { status: row.status };
    const { limit_slug, limit_period: period, limit_credits } = row;
    return {
      status: row.status,
      limit: toLimit({ plugin_slug: limit_slug, period, credits: limit_credits }),
    };
  }

  return {
    async balance(userId) {
      const account = db
        .selectFrom("credit_account")
        .select("balance")
        .where("user_id", "=", userId);
      return (await account.executeTakeFirst())?.balance ?? 0;
    },
    reserve: (input) => reserve(input, clock.now()),
    async settle(key, credits, reservedBefore) {
      assertCredits(credits);
      const before = reservedBefore === undefined ? null : new Date(reservedBefore);
      const { rows } = await sql<Selectable<ReservationTable>>`
        /* prepared: credit_settle */
        select * from credit_settle(${escapeText(key)}, ${credits}, ${now()}, ${before})`.execute(
        db,
      );
      if (rows[0] === undefined) throw unknownReservation(key);
      return toReservation(rows[0]);
    },
    async move({ userId, key, credits, pluginSlug = null, description = null }) {
      if (!Number.isSafeInteger(credits)) throw invalidAmount();
      const { rows } = await sql<{ moved: boolean }>`
        select credit_move(
          ${userId}, ${escapeText(key)}, ${credits}, ${pluginSlug}, ${description}, ${now()}) as moved`.execute(
        db,
      );
      return rows[0]?.moved === true;
    },
    async setLimits(userId, limits) {
      assertLimits(limits);
      await db.transaction().execute(async (trx) => {
        // Locks the account's row, for which reservations wait.
        await sql`
          insert into credit_account as a (user_id, balance) values (${userId}, 0)
          on conflict (user_id) do update set balance = a.balance`.execute(trx);
        await trx.deleteFrom("spending_limit").where("user_id", "=", userId).execute();
        const values = limits.map(({ pluginSlug = "", period, credits }) => ({
          user_id: userId,
          plugin_slug: pluginSlug,
          period,
          credits,
        }));
        if (values.length > 0) await trx.insertInto("spending_limit").values(values).execute();
      });
    },
    async limits(userId, day) {
      const { rows } = await sql<LimitRow & { spent: number }>`
        select l.plugin_slug, l.period, l.credits, coalesce(s.credits, 0) as spent
        from spending_limit l
          left join spending s on s.user_id = l.user_id and s.plugin_slug = l.plugin_slug
            and s.period = left(${day}, case l.period when 'day' then 10 else 7 end)
        where l.user_id = ${userId} order by l.plugin_slug collate "C", l.period`.execute(db);
      return rows.map(({ spent, ...limit }) => ({ ...toLimit(limit), spent }));
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

/** What `credit_reserve` returns; `status` says which. */
type ReserveRow =
  | (Selectable<ReservationTable> & { readonly status: "reserved" })
  | { readonly status: "too-few-credits" }
  | {
      readonly status: "over-limit";
      readonly limit_slug: string;
      readonly limit_period: "day" | "month";
      readonly limit_credits: number;
    };

type LimitRow = Omit<Selectable<Schema["spending_limit"]>, "user_id">;

function toLimit({ plugin_slug: pluginSlug, period, credits }: LimitRow): SpendingLimit {
  return { ...(pluginSlug !== "" && { pluginSlug }), period, credits };
}

function toReservation(row: Selectable<ReservationTable>): Reservation {
  const { key, credits, charged, day } = row;
  return {
    key: unescapeText(key),
    credits,
    day,
    ...subjectOf(row),
    ...(charged !== null && { charged }),
  };
}

function toRow(row: Selectable<CreditRowTable>): LedgerRow {
  const { key, kind, credits } = row;
  return { key: unescapeText(key), kind, credits, ...subjectOf(row) };
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
