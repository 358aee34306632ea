import {
  type AdapterOptions,
  type Clock,
  type Platform,
  PLATFORMS,
  type PlatformBinding,
  systemClock,
} from "@botwright/core";
import type { Secrets } from "@botwright/services";
import { type Kysely, sql } from "kysely";
import { escapeText } from "../database/escape-text.ts";
import type { Database } from "../database/open-database.ts";
import type { Schema } from "../database/schema.ts";
import { toDisplayName } from "../display-name.ts";
import { botContext } from "./bot-context.ts";
import {
  type BotInput,
  pickCredentials,
  type ReadCredentials,
  transportOptions,
} from "./bot-credentials.ts";
import { botError, botNotFound } from "./bot-errors.ts";
import { BOTS_CHANNEL } from "./bot-leases.ts";
import { type BotRecord, callbackUrl, selectBots } from "./bot-record.ts";
import { notifyBot, watchBots } from "./bot-watch.ts";
import { type PlatformRecord, describePlatforms } from "./platforms.ts";
import { testConnection } from "./test-connection.ts";

/** Options of {@link createBots}. */
export interface BotsOptions {
  readonly database: Database;
  /** The instance that the bot runner uses. */
  readonly secrets: Secrets;
  /** The platforms whose bots can be bound. */
  readonly bindings: Partial<Readonly<Record<Platform, PlatformBinding>>>;
  /** Further options of adapters, as the bot runner has them. @default none */
  readonly adapterOptions?: (bot: { userId: number; platform: Platform }) => AdapterOptions;
  /** The host's public address, such as `https://bots.example.com`, for callbacks. @default none */
  readonly publicUrl?: string;
  /** Bots that an account may have. @default 20 */
  readonly most?: number;
  /** Milliseconds for the test of a connection. @default 20_000 */
  readonly testMs?: number;
  readonly clock?: Clock;
}

/** A bot to be bound. */
export interface BotBinding extends BotInput {
  readonly platform: Platform;
  /** @default the platform's name */
  readonly name?: string;
}

/** A bot that was bound. */
export interface BoundBot {
  readonly bot: BotRecord;
  /** Values that the host has chosen, to be copied to the platform's console; they are not shown again. */
  readonly generated: Readonly<Record<string, string>>;
}

/** A change of a bot of an account. */
export type BotChange =
  | { readonly type: "bot"; readonly bot: BotRecord }
  | { readonly type: "unbound"; readonly bot_id: number };

/** The bots of accounts. */
export interface Bots {
  /** What bots of each platform are bound with. */
  platforms(): readonly PlatformRecord[];
  list(userId: number): Promise<readonly BotRecord[]>;
  /** @throws {BotwrightError} `BOT_NOT_FOUND` */
  get(userId: number, botId: number): Promise<BotRecord>;
  /**
   * Binds a bot, after a test of its connection. A node of the host starts it within a second.
   *
   * @throws {InvalidInputError} `INVALID_INPUT` naming the field
   * @throws {BotwrightError} `PLATFORM_UNSUPPORTED`, `LOGIN_REQUIRED`, `BOT_ALREADY_BOUND`, `BOT_LIMIT`,
   * and those of {@link testConnection}
   */
  bind(userId: number, binding: BotBinding): Promise<BoundBot>;
  /**
   * Gives a bot other credentials, and starts it again. Its messages, and what its adapter has kept, are
   * deleted if they are another account's.
   *
   * @throws as `bind`, and `BOT_NOT_FOUND`
   */
  rebind(userId: number, botId: number, input: BotInput): Promise<BoundBot>;
  /**
   * Binds a bot with what a login has given, which needs no test. `botId`, or the account's own bot for the
   * same account of the platform, gets the new session.
   *
   * @throws {BotwrightError} `BOT_ALREADY_BOUND`, `BOT_LIMIT`, `BOT_NOT_FOUND`
   */
  bindLogin(
    userId: number,
    platform: Platform,
    credentials: Readonly<Record<string, string>>,
    botId: number | null,
  ): Promise<BoundBot>;
  rename(userId: number, botId: number, name: string): Promise<BotRecord>;
  /** Closes the connection of a bot; messages that were accepted wait until it goes on. */
  pause(userId: number, botId: number): Promise<BotRecord>;
  /** Starts a bot that is paused, or that its platform has refused, again. */
  resume(userId: number, botId: number): Promise<BotRecord>;
  /**
   * Removes a bot: its connection is closed by the node that has it, and its credentials, its messages with
   * their traces, the state of its adapter and its installations are deleted. What plugins have stored
   * belongs to the account, and stays.
   */
  unbind(userId: number, botId: number): Promise<void>;
  /** The bots of an account, and then each one that changes. */
  watch(userId: number, signal: AbortSignal): AsyncIterable<BotChange>;
}

/** Creates the rules of binding bots over the database. */
export function createBots(options: BotsOptions): Bots {
  const { database, secrets, bindings, most = 20, testMs = 20_000, clock = systemClock } = options;
  const { adapterOptions } = options;
  const { db, notifications } = database;
  const publicUrl = (options.publicUrl ?? "").replace(/\/+$/u, "");
  const reading = { db, bindings, publicUrl };

  async function get(userId: number, botId: number): Promise<BotRecord> {
    const [bot] = await selectBots(reading, userId, [botId]);
    if (bot === undefined) throw botNotFound();
    return bot;
  }

  function bindingOf(platform: Platform): PlatformBinding {
    const binding = bindings[platform];
    if (binding !== undefined) return binding;
    throw botError("PLATFORM_UNSUPPORTED", `this host has no bots of ${platform}`);
  }

  /** A bot's row has changed: nodes look at it, and those who watch it see it. */
  async function changed(userId: number, botId: number): Promise<void> {
    await notifications.notify(BOTS_CHANNEL);
    await notifyBot(db, userId, botId);
  }

  /** Refuses an account of the platform that another bot of the host has; before its connection is tested. */
  async function assertFree(
    { platform, label }: PlatformBinding,
    account: string,
    except: number,
  ): Promise<void> {
    const row = await db
      .selectFrom("bot")
      .select("id")
      .where("platform", "=", platform)
      .where("account", "=", escapeText(account))
      .where("id", "!=", except)
      .executeTakeFirst();
    if (row !== undefined) throw alreadyBound(label.en);
  }

  /** The account's own bot for an account of the platform. */
  async function ownBot(
    userId: number,
    { platform }: PlatformBinding,
    account: string,
  ): Promise<number | null> {
    const row = await db
      .selectFrom("bot")
      .select("id")
      .where("user_id", "=", userId)
      .where("platform", "=", platform)
      .where("account", "=", escapeText(account))
      .executeTakeFirst();
    return row?.id ?? null;
  }

  function test(
    userId: number,
    botId: number,
    binding: PlatformBinding,
    { values, transport }: ReadCredentials,
  ): Promise<void> {
    const url = callbackUrl(publicUrl, botId);
    return testConnection({
      binding,
      credentials: values,
      options: {
        ...transportOptions(binding, transport, values, url),
        ...adapterOptions?.({ userId, platform: binding.platform }),
      },
      ms: testMs,
      clock,
    });
  }

  /** Stores a new bot under an id that was drawn for it. */
  async function insert(
    userId: number,
    botId: number,
    binding: PlatformBinding,
    { values, transport }: ReadCredentials,
    name: string,
  ): Promise<void> {
    const { platform, label } = binding;
    const sealed = await secrets.seal(JSON.stringify(values), botContext({ userId, platform }));
    const account = escapeText(binding.accountOf(values));
    await db.transaction().execute(async (trx) => {
      await sql`select pg_advisory_xact_lock(hashtextextended(${`bots/${userId}`}, 0))`.execute(
        trx,
      );
      await assertRoom(userId, trx);
      const row = await trx
        .insertInto("bot")
        .values({ id: botId, user_id: userId, platform, name, sealed, account, transport })
        .onConflict((conflict) =>
          conflict.columns(["platform", "account"]).where("account", "is not", null).doNothing(),
        )
        .returning("id")
        .executeTakeFirst();
      if (row === undefined) throw alreadyBound(label.en);
    });
    await changed(userId, botId);
  }

  async function assertRoom(userId: number, at = db): Promise<void> {
    const { count } = await at
      .selectFrom("bot")
      .select((is) => is.fn.countAll<number>().as("count"))
      .where("user_id", "=", userId)
      .executeTakeFirstOrThrow();
    if (count < most) return;
    throw botError("BOT_LIMIT", `an account can have ${most} bots: unbind one first`);
  }

  /** Replaces the credentials of a bot, which starts again with them on any node. */
  async function replace(
    userId: number,
    botId: number,
    binding: PlatformBinding,
    { values, transport }: ReadCredentials,
  ): Promise<void> {
    const { platform, label } = binding;
    const sealed = await secrets.seal(JSON.stringify(values), botContext({ userId, platform }));
    const account = escapeText(binding.accountOf(values));
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
        .set((row) => ({
          sealed,
          account,
          transport,
          paused: false,
          status: null,
          owner: null,
          epoch: row("epoch", "+", 1),
        }))
        .where("id", "=", botId)
        .execute()
        .catch((error: unknown) => {
          throw isUniqueViolation(error) ? alreadyBound(label.en) : error;
        });
      if (before.account === account) return;
      await trx.deleteFrom("adapter_state").where("bot_id", "=", botId).execute();
      await deleteMessages(trx, botId);
    });
  }

  /** Lets a bot start again on any node; what the former start still writes is refused. */
  async function restart(userId: number, botId: number): Promise<void> {
    const { numUpdatedRows } = await db
      .updateTable("bot")
      .set((row) => ({ owner: null, paused: false, epoch: row("epoch", "+", 1) }))
      .where("id", "=", botId)
      .where("user_id", "=", userId)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw botNotFound();
    await changed(userId, botId);
  }

  async function set(
    userId: number,
    botId: number,
    values: { name: string } | { paused: true },
  ): Promise<BotRecord> {
    const { numUpdatedRows } = await db
      .updateTable("bot")
      .set(values)
      .where("id", "=", botId)
      .where("user_id", "=", userId)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw botNotFound();
    await changed(userId, botId);
    return get(userId, botId);
  }

  async function drawId(): Promise<number> {
    const { rows } = await sql<{ id: number }>`
      select nextval(pg_get_serial_sequence('bot', 'id')) as id`.execute(db);
    const [row] = rows;
    if (row === undefined) throw new Error("the database draws no id");
    return row.id;
  }

  return {
    platforms: () => describePlatforms(PLATFORMS.flatMap((name) => bindings[name] ?? [])),
    list: (userId) => selectBots(reading, userId),
    get,
    async bind(userId, { platform, name, ...input }) {
      const binding = bindingOf(platform);
      if (binding.login !== undefined) throw loginRequired(binding.label.en);
      const given = toDisplayName(name ?? binding.label.en, "name");
      const read = pickCredentials(binding, input);
      await assertFree(binding, binding.accountOf(read.values), 0);
      await assertRoom(userId);
      const botId = await drawId();
      await test(userId, botId, binding, read);
      await insert(userId, botId, binding, read, given);
      return { bot: await get(userId, botId), generated: read.generated };
    },
    async rebind(userId, botId, input) {
      const { platform } = await get(userId, botId);
      const binding = bindingOf(platform);
      if (binding.login !== undefined) throw loginRequired(binding.label.en);
      const read = pickCredentials(binding, input);
      await assertFree(binding, binding.accountOf(read.values), botId);
      try {
        await test(userId, botId, binding, read);
        await replace(userId, botId, binding, read);
      } finally {
        // Also after a failure: the test may have taken the place of the connection that the bot has.
        await restart(userId, botId);
      }
      return { bot: await get(userId, botId), generated: read.generated };
    },
    async bindLogin(userId, platform, credentials, botId) {
      const binding = bindingOf(platform);
      const read = pickCredentials(binding, { credentials });
      const own = botId ?? (await ownBot(userId, binding, binding.accountOf(read.values)));
      const id = own ?? (await drawId());
      if (own === null) await insert(userId, id, binding, read, binding.label.en);
      else {
        await replace(userId, id, binding, read);
        await restart(userId, id);
      }
      return { bot: await get(userId, id), generated: {} };
    },
    rename: async (userId, botId, name) =>
      set(userId, botId, { name: toDisplayName(name, "name") }),
    pause: (userId, botId) => set(userId, botId, { paused: true }),
    async resume(userId, botId) {
      await restart(userId, botId);
      return get(userId, botId);
    },
    async unbind(userId, botId) {
      await db.transaction().execute(async (trx) => {
        const { numDeletedRows } = await trx
          .deleteFrom("bot")
          .where("id", "=", botId)
          .where("user_id", "=", userId)
          .executeTakeFirst();
        if (numDeletedRows === 0n) throw botNotFound();
        await deleteMessages(trx, botId);
      });
      await changed(userId, botId);
    },
    watch: (userId, signal) => watchBots({ ...reading, notifications }, userId, signal),
  };
}

/**
 * Deletes the messages of a bot with their journals. Ids of messages are those of an account of the platform:
 * another account may have the same ones, which would count as handled.
 */
async function deleteMessages(trx: Kysely<Schema>, botId: number): Promise<void> {
  await trx.deleteFrom("lane").where("bot_id", "=", botId).execute();
  await trx.deleteFrom("message").where("bot_id", "=", botId).execute();
  await trx
    .deleteFrom("journal_entry")
    .where(sql<boolean>`starts_with(call_id, ${`${botId}/`})`)
    .execute();
}

function alreadyBound(platform: string): Error {
  return botError(
    "BOT_ALREADY_BOUND",
    `a bot of this host is bound to this account of ${platform}: unbind that one first`,
  );
}

function loginRequired(platform: string): Error {
  return botError("LOGIN_REQUIRED", `a bot of ${platform} is bound by a login: begin one`);
}

function isUniqueViolation(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "23505";
}
