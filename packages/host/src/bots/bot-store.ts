import type { Clock, PlatformBinding, Transport } from "@botwright/core";
import type { Secrets } from "@botwright/services";
import { type Kysely, sql } from "kysely";
import { escapeText } from "../database/escape-text.ts";
import type { Database } from "../database/open-database.ts";
import { assertStanding } from "../accounts/assert-standing.ts";
import { deleteMessages } from "../accounts/delete-account.ts";
import { noteDeletion } from "../accounts/deletions.ts";
import type { Schema } from "../database/schema.ts";
import { botContext } from "./bot-context.ts";
import { botError, botNotFound } from "./bot-errors.ts";
import { BOTS_CHANNEL } from "./runner/bot-leases.ts";
import { notifyBot } from "./runner/bot-watch.ts";
import { waitUntilStopped } from "./runner/wait-until-stopped.ts";

/** Options of {@link createBotStore}. */
export interface BotStoreOptions {
  readonly database: Database;
  readonly secrets: Secrets;
  /** The most bots of one account. */
  readonly most: number;
  readonly clock: Clock;
  /** Milliseconds that a removal waits for the bot to stop. @default 45_000 */
  readonly stopMs?: number;
}

/** The credentials and the transport with which a bot is bound. */
export interface BoundCredentials {
  readonly binding: PlatformBinding;
  readonly values: object;
  readonly transport: Transport | null;
}

/** The rows of bots. After each change, the nodes look at their bots again and those who watch the bot get it. */
export interface BotStore {
  /** Draws the id of a bot that is to be added. */
  drawId(): Promise<number>;
  /** Finds the bot of this host that is bound to the same account of the platform. */
  find(bound: BoundCredentials): Promise<{ id: number; userId: number } | undefined>;
  /** @throws {BotwrightError} `BOT_LIMIT` */
  assertRoom(userId: number): Promise<void>;
  /** @throws {BotwrightError} `BOT_LIMIT`, `BOT_ALREADY_BOUND`, `BANNED`, `USER_NOT_FOUND` */
  add(userId: number, botId: number, name: string, bound: BoundCredentials): Promise<void>;
  /**
   * Replaces the credentials and restarts the bot. If they belong to another account of the platform, the messages of
   * the bot and the state of its adapter are deleted.
   *
   * @throws {BotwrightError} `BOT_NOT_FOUND`, `BOT_ALREADY_BOUND`
   */
  replace(userId: number, botId: number, bound: BoundCredentials): Promise<void>;
  /** @throws {BotwrightError} `BOT_NOT_FOUND` */
  rename(userId: number, botId: number, name: string): Promise<void>;
  /** @throws {BotwrightError} `BOT_NOT_FOUND` */
  pause(userId: number, botId: number): Promise<void>;
  /**
   * Restarts a bot on any node. The bot gets a new epoch, so writes of its earlier start are refused.
   *
   * @param paused `false` resumes a paused bot; absent: it stays as it is
   * @throws {BotwrightError} `BOT_NOT_FOUND`
   */
  restart(userId: number, botId: number, paused?: false): Promise<void>;
  /**
   * Stops a bot and removes it.
   *
   * @throws {BotwrightError} `BOT_NOT_FOUND`; `BOTS_RUNNING` if it does not stop in time: it stays paused then
   */
  remove(userId: number, botId: number): Promise<void>;
}

/** Creates the store over the database. */
export function createBotStore(options: BotStoreOptions): BotStore {
  const { database, secrets, most, clock, stopMs = 45_000 } = options;
  const { db, notifications } = database;

  async function changed(userId: number, botId: number): Promise<void> {
    await notifications.notify(BOTS_CHANNEL);
    await notifyBot(db, userId, botId);
  }

  async function columnsOf(userId: number, { binding, values, transport }: BoundCredentials) {
    const { platform } = binding;
    const sealed = await secrets.seal(JSON.stringify(values), botContext({ userId, platform }));
    return { sealed, transport, account: escapeText(binding.accountOf(values)) };
  }

  async function assertRoom(userId: number, at: Kysely<Schema>): Promise<void> {
    const { count } = await at
      .selectFrom("bot")
      .select((is) => is.fn.countAll<number>().as("count"))
      .where("user_id", "=", userId)
      .executeTakeFirstOrThrow();
    if (count < most) return;
    throw botError("BOT_LIMIT", `an account can have ${most} bots: unbind one first`);
  }

  /** Changes columns of an account's bot. */
  async function set(
    userId: number,
    botId: number,
    values: { name: string } | { paused: true },
  ): Promise<void> {
    const { numUpdatedRows } = await db
      .updateTable("bot")
      .set(values)
      .where("id", "=", botId)
      .where("user_id", "=", userId)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw botNotFound();
    await changed(userId, botId);
  }

  return {
    async drawId() {
      const { rows } = await sql<{ id: number }>`
        select nextval(pg_get_serial_sequence('bot', 'id')) as id`.execute(db);
      const [row] = rows;
      if (row === undefined) throw new Error("the database draws no id");
      return row.id;
    },
    async find({ binding, values }) {
      const row = await db
        .selectFrom("bot")
        .select(["id", "user_id"])
        .where("platform", "=", binding.platform)
        .where("account", "=", escapeText(binding.accountOf(values)))
        .executeTakeFirst();
      return row && { id: row.id, userId: row.user_id };
    },
    assertRoom: (userId) => assertRoom(userId, db),
    async add(userId, botId, name, bound) {
      const { platform } = bound.binding;
      const columns = await columnsOf(userId, bound);
      await db.transaction().execute(async (trx) => {
        await sql`select pg_advisory_xact_lock(hashtextextended(${`bots/${userId}`}, 0))`.execute(
          trx,
        );
        await assertStanding(trx, userId);
        await assertRoom(userId, trx);
        const row = await trx
          .insertInto("bot")
          .values({ id: botId, user_id: userId, platform, name, ...columns })
          .onConflict((conflict) => conflict.columns(["platform", "account"]).doNothing())
          .returning("id")
          .executeTakeFirst();
        if (row === undefined) throw alreadyBound(bound.binding);
      });
      await changed(userId, botId);
    },
    async replace(userId, botId, bound) {
      const columns = await columnsOf(userId, bound);
      await db.transaction().execute(async (trx) => {
        const before = await trx
          .selectFrom("bot")
          .select("account")
          .where("id", "=", botId)
          .where("user_id", "=", userId)
          .forUpdate()
          .executeTakeFirst();
        if (before === undefined) throw botNotFound();
        await trx
          .updateTable("bot")
          .set((row) => ({ ...columns, ...FRESH, paused: false, epoch: row("epoch", "+", 1) }))
          .where("id", "=", botId)
          .execute()
          .catch((error: unknown) => {
            throw isUniqueViolation(error) ? alreadyBound(bound.binding) : error;
          });
        if (before.account === columns.account) return;
        await trx.deleteFrom("adapter_state").where("bot_id", "=", botId).execute();
        await deleteMessages(trx, { userId, botIds: [botId] });
      });
      await changed(userId, botId);
    },
    rename: (userId, botId, name) => set(userId, botId, { name }),
    pause: (userId, botId) => set(userId, botId, { paused: true }),
    async restart(userId, botId, paused) {
      const { numUpdatedRows } = await db
        .updateTable("bot")
        .set((row) => ({
          ...FRESH,
          ...(paused !== undefined && { paused }),
          epoch: row("epoch", "+", 1),
        }))
        .where("id", "=", botId)
        .where("user_id", "=", userId)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) throw botNotFound();
      await changed(userId, botId);
    },
    async remove(userId, botId) {
      await set(userId, botId, { paused: true });
      await waitUntilStopped(db, { userId, botId, clock, ms: stopMs });
      await db.transaction().execute(async (trx) => {
        const { numDeletedRows } = await trx
          .deleteFrom("bot")
          .where("id", "=", botId)
          .where("user_id", "=", userId)
          .executeTakeFirst();
        if (numDeletedRows === 0n) throw botNotFound();
        await noteDeletion(trx, "bot", [botId]);
        await deleteMessages(trx, { userId, botIds: [botId] });
      });
      await changed(userId, botId);
    },
  };
}

/** The columns of a bot that no node has started yet. */
const FRESH = { owner: null, status: null };

/** The error for an account of a platform to which a bot of this host is bound. */
export function alreadyBound({ label }: Pick<PlatformBinding, "label">): Error {
  return botError(
    "BOT_ALREADY_BOUND",
    `a bot of this host is bound to this account of ${label.en}: unbind that one first`,
  );
}

function isUniqueViolation(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "23505";
}
