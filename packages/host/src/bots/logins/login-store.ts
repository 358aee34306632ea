import { randomUUID } from "node:crypto";
import type { Platform, PlatformBinding } from "@botwright/core";
import type { Secrets } from "@botwright/services";
import { sql } from "kysely";
import type { Database } from "../../database/open-database.ts";
import { botContext } from "../bot-context.ts";
import { botError } from "../bot-errors.ts";
import { INTERRUPTED, type LoginRecord, type StoredLogin, withPicture } from "./login-record.ts";
import { createQrPictures } from "./qr-pictures.ts";

/** Options of {@link createLoginStore}. */
export interface LoginStoreOptions {
  readonly database: Database;
  /** The instance that seals the bots' credentials. */
  readonly secrets: Secrets;
  /** Logins of one account that may run at once. */
  readonly most: number;
}

/** A login to be stored when it begins. */
interface NewLogin {
  readonly userId: number;
  readonly platform: Platform;
  /** The bot that gets the new session; `null` for a new bot. */
  readonly botId: number | null;
  /** The node that runs the login. */
  readonly node: string;
}

/** The rows of logins. */
export interface LoginStore {
  /** Adds a login, and deletes those older than one hour. @throws {BotwrightError} `LOGIN_LIMIT` */
  add(login: NewLogin): Promise<string>;
  /** @throws {BotwrightError} `LOGIN_NOT_FOUND` */
  get(this: void, userId: number, id: string): Promise<LoginRecord>;
  /** Writes a state unless the login has ended, and notifies all nodes on {@link LOGINS_CHANNEL}. */
  write(id: string, stored: StoredLogin, isOver: boolean): Promise<void>;
  /** The secrets of the account's other bots: the platform needs them to refuse to bind one of them twice. */
  secretsOfOthers(
    userId: number,
    binding: PlatformBinding,
    except: number | null,
  ): Promise<string[]>;
}

/** The channel that carries the id of each login that has changed. */
export const LOGINS_CHANNEL = "bot_logins";

/** Of how many other bots of the account a login gives the secrets to the platform. */
const MAX_OTHERS = 10;

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/u;

/** Creates the store over the database. */
export function createLoginStore({ database, secrets, most }: LoginStoreOptions): LoginStore {
  const { db } = database;
  const draw = createQrPictures();
  return {
    async add({ userId, platform, botId, node }) {
      const id = randomUUID();
      await db.transaction().execute(async (trx) => {
        await sql`select pg_advisory_xact_lock(hashtextextended(${`logins/${userId}`}, 0))`.execute(
          trx,
        );
        await trx
          .deleteFrom("bot_login")
          .where("created_at", "<", sql<Date>`clock_timestamp() - interval '1 hour'`)
          .execute();
        const open = await trx
          .selectFrom("bot_login as l")
          .innerJoin("node as n", "n.id", "l.node")
          .select("l.id")
          .where("l.user_id", "=", userId)
          .where("l.is_over", "=", false)
          .where("n.expires_at", ">", sql<Date>`clock_timestamp()`)
          .execute();
        if (open.length >= most) throw tooManyLogins("your account has");
        const state: StoredLogin = { state: "starting" };
        await trx
          .insertInto("bot_login")
          .values({
            id,
            user_id: userId,
            platform,
            bot_id: botId,
            node,
            state: JSON.stringify(state),
          })
          .execute();
      });
      return id;
    },
    async get(userId, id) {
      if (!UUID.test(id)) throw notFound();
      const row = await db
        .selectFrom("bot_login as l")
        .leftJoin("node as n", (join) =>
          join.onRef("n.id", "=", "l.node").on("n.expires_at", ">", sql<Date>`clock_timestamp()`),
        )
        .select(["l.platform", "l.state", "l.is_over", "l.created_at", "n.id as node"])
        .where("l.id", "=", id)
        .where("l.user_id", "=", userId)
        .executeTakeFirst();
      if (row === undefined) throw notFound();
      const { platform, created_at } = row;
      const stored: StoredLogin = JSON.parse(row.state);
      const isGone = !row.is_over && row.node === null;
      return withPicture(
        { id, platform, is_over: row.is_over || isGone, created_at: created_at.toISOString() },
        isGone ? INTERRUPTED : stored,
        draw,
      );
    },
    async write(id, stored, isOver) {
      await sql`
        with written as (
          update bot_login set state = ${JSON.stringify(stored)}, is_over = ${isOver}
          where id = ${id} and not is_over returning id
        )
        select pg_notify(${LOGINS_CHANNEL}, id::text) from written`.execute(db);
    },
    async secretsOfOthers(userId, { platform, fields }, except) {
      const rows = await db
        .selectFrom("bot")
        .select("sealed")
        .where("user_id", "=", userId)
        .where("platform", "=", platform)
        .where("id", "!=", except ?? 0)
        .limit(MAX_OTHERS)
        .execute();
      const context = botContext({ userId, platform });
      const opened = rows.map(async ({ sealed }) => {
        const values: object = JSON.parse(await secrets.open(sealed, context));
        return fields.flatMap(({ name, secret }): string[] => {
          const value: unknown = Reflect.get(values, name);
          return secret && typeof value === "string" ? [value] : [];
        });
      });
      return (await Promise.all(opened)).flat();
    },
  };
}

function notFound(): Error {
  return botError("LOGIN_NOT_FOUND", "there is no such login");
}

/** The error of a login that cannot begin. */
export function tooManyLogins(whose: string): Error {
  return botError("LOGIN_LIMIT", `${whose} so many logins under way: finish or cancel one first`);
}
