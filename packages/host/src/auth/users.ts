import { randomBytes } from "node:crypto";
import { BotwrightError } from "@botwright/core";
import { type Kysely, sql, type Transaction } from "kysely";
import { userNotFound } from "../accounts/assert-standing.ts";
import type { Schema } from "../database/schema.ts";
import { toDisplayName } from "../display-name.ts";
import { notifyInstalled } from "../plugins/installed-changes.ts";
import { assertOtherAdministrator, lockAdministrators } from "./administrators.ts";
import type { Auth } from "./auth.ts";
import { insertPassword } from "./password-rows.ts";
import { resetLink } from "./letters.ts";
import { notifySessions } from "./session-ends.ts";

/** A user as administrators see them. */
export interface User {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly role: "user" | "admin";
  readonly banned: boolean;
  readonly ban_reason: string | null;
  readonly created_at: string;
}

/** Options of {@link createUsers}. */
export interface UsersOptions {
  readonly db: Kysely<Schema>;
  readonly auth: Auth;
  readonly publicUrl: string;
  /**
   * Called when a user was banned or unbanned: their plugins stop or start. The database notifies the other nodes.
   */
  readonly onBanned?: (userId: number, banned: boolean) => void;
}

/** A user to be created. */
interface NewUser {
  readonly name: string;
  readonly email: string;
  readonly password: string;
  /** @default "user" */
  readonly role?: "user" | "admin";
}

/** A page of a list. */
interface PageRequest {
  /** Only rows with a lower id. */
  readonly before?: number | undefined;
  readonly limit: number;
}

/** The users of a host. */
export interface Users {
  /** Lists users, newest first. `text` is a part of a name or an e-mail address; `#7` finds the user with the id 7. */
  list(page: PageRequest & { readonly text?: string | undefined }): Promise<User[]>;
  /** @throws {BotwrightError} `USER_NOT_FOUND` */
  find(id: number): Promise<User>;
  /**
   * Ends all sessions of a user and refuses new ones.
   *
   * @throws {BotwrightError} `USER_NOT_FOUND`, `ADMIN_CANNOT_BE_BANNED`
   */
  ban(id: number, reason: string): Promise<User>;
  /** @throws {BotwrightError} `USER_NOT_FOUND` */
  unban(id: number): Promise<User>;
  /**
   * Makes a user an administrator, or an administrator a user. Sessions stay, and have the rights of the new role from
   * the next request on. Event streams end, so that pages read the role again.
   *
   * @throws {BotwrightError} `USER_NOT_FOUND`, `USER_BANNED`, `LAST_ADMINISTRATOR`
   */
  setRole(id: number, role: User["role"]): Promise<User>;
  /**
   * Makes a link by which a password can be set once, within a day, for hosts without SMTP.
   *
   * @throws {BotwrightError} `USER_NOT_FOUND`
   */
  createResetLink(id: number): Promise<{ url: string; expires_at: string }>;
  /**
   * Creates a user, even if nobody can sign up.
   *
   * @throws {BotwrightError} `EMAIL_TAKEN`
   * @throws {InvalidInputError} `INVALID_INPUT` if the name is not valid
   */
  create(user: NewUser): Promise<User>;
  /** Finds the user with this e-mail address, or creates the user. */
  ensure(user: NewUser): Promise<User>;
  /**
   * Creates the first administrator if there is none.
   *
   * @returns the password, to be shown once; `undefined` if there is an administrator already
   */
  ensureAdministrator(email: string): Promise<string | undefined>;
}

const DAY_MS = 86_400_000;
const COLUMNS = ["id", "name", "email", "role", "banned", "ban_reason", "created_at"] as const;

/** Creates the administration of users. */
export function createUsers(options: UsersOptions): Users {
  const { db, auth, publicUrl, onBanned = () => {} } = options;

  async function find(id: number): Promise<User> {
    const row = await db
      .selectFrom("user_account")
      .select(COLUMNS)
      .where("id", "=", id)
      .executeTakeFirst();
    if (row === undefined) throw userNotFound();
    return view(row);
  }

  async function setBanned(id: number, reason: string | null): Promise<User> {
    const banned = reason !== null;
    const row = await db.transaction().execute(async (trx) => {
      const updated = await trx
        .updateTable("user_account")
        .set({ banned, ban_reason: reason, updated_at: new Date() })
        .where("id", "=", id)
        .returning(COLUMNS)
        .executeTakeFirst();
      if (updated === undefined) throw userNotFound();
      if (banned && updated.role === "admin") throw adminCannotBeBanned();
      if (banned) await trx.deleteFrom("user_session").where("user_id", "=", id).execute();
      await notifyInstalled(trx);
      return updated;
    });
    onBanned(id, banned);
    return view(row);
  }

  async function tryCreate({ password, name, ...user }: NewUser): Promise<User | undefined> {
    const named = { ...user, name: toDisplayName(name, "name") };
    const hash = await auth.hashPassword(password);
    return db.transaction().execute((trx) => insert(trx, named, hash));
  }

  return {
    async list({ before, limit, text }) {
      const pattern = text === undefined || text === "" ? undefined : `%${escapeLike(text)}%`;
      const rows = await db
        .selectFrom("user_account")
        .select(COLUMNS)
        .$if(before !== undefined, (query) => query.where("id", "<", before ?? 0))
        .$if(pattern !== undefined, (query) =>
          query.where((row) =>
            row.or([
              row("name", "ilike", pattern ?? ""),
              row("email", "ilike", pattern ?? ""),
              // Compared as text, because the number may be larger than any id.
              row(sql`'#' || id`, "=", text ?? ""),
            ]),
          ),
        )
        .orderBy("id", "desc")
        .limit(limit)
        .execute();
      return rows.map(view);
    },
    find,
    ban: (id, reason) => setBanned(id, reason),
    unban: (id) => setBanned(id, null),
    async setRole(id, role) {
      return db.transaction().execute(async (trx) => {
        await lockAdministrators(trx);
        const updated = await trx
          .updateTable("user_account")
          .set({ role, updated_at: new Date() })
          .where("id", "=", id)
          .returning(COLUMNS)
          .executeTakeFirst();
        if (updated === undefined) throw userNotFound();
        if (updated.banned) throw userBanned();
        if (role !== "admin") await assertOtherAdministrator(trx, id);
        await notifySessions(trx, id);
        return view(updated);
      });
    },
    async createResetLink(id) {
      const { id: userId } = await find(id);
      const expiresAt = new Date(Date.now() + DAY_MS);
      const token = await auth.createResetToken(userId, expiresAt);
      return { url: resetLink(publicUrl, token), expires_at: expiresAt.toISOString() };
    },
    async create(user) {
      const created = await tryCreate(user);
      if (created === undefined) throw emailTaken();
      return created;
    },
    async ensure(user) {
      const email = user.email.toLowerCase();
      const byEmail = db.selectFrom("user_account").select(COLUMNS).where("email", "=", email);
      const known = await byEmail.executeTakeFirst();
      if (known !== undefined) return view(known);
      // `undefined`: another node has created the user at the same moment.
      return (await tryCreate(user)) ?? view(await byEmail.executeTakeFirstOrThrow());
    },
    async ensureAdministrator(email) {
      const password = randomBytes(15).toString("base64url");
      const hash = await auth.hashPassword(password);
      return db.transaction().execute(async (trx) => {
        // If several nodes start at once, only one creates the administrator.
        await lockAdministrators(trx);
        const existing = await trx
          .selectFrom("user_account")
          .select("id")
          .where("role", "=", "admin")
          .executeTakeFirst();
        if (existing !== undefined) return undefined;
        const user = { name: "Administrator", email, role: "admin" } as const;
        if ((await insert(trx, user, hash)) === undefined) throw emailTaken();
        return password;
      });
    },
  };
}

/**
 * Inserts a user with a password, as better-auth would.
 *
 * @returns `undefined` if a user with this e-mail address exists
 */
async function insert(
  trx: Transaction<Schema>,
  { name, email, role = "user" }: Omit<NewUser, "password">,
  hash: string,
): Promise<User | undefined> {
  const created = await trx
    .insertInto("user_account")
    .values({ name, email: email.toLowerCase(), role })
    .onConflict((conflict) => conflict.column("email").doNothing())
    .returning(COLUMNS)
    .executeTakeFirst();
  if (created === undefined) return undefined;
  await insertPassword(trx, created.id, hash);
  return view(created);
}

function emailTaken(): BotwrightError {
  return new BotwrightError("there is a user with this address already", { code: "EMAIL_TAKEN" });
}

function view({ created_at, ...row }: Omit<User, "created_at"> & { created_at: Date }): User {
  return { ...row, created_at: created_at.toISOString() };
}

/** Escapes a text so that it matches only itself in `like`. */
function escapeLike(text: string): string {
  return text.replaceAll(/[\\%_]/g, String.raw`\$&`);
}

function userBanned(): BotwrightError {
  return new BotwrightError("the role of a banned user cannot be changed: lift the ban first", {
    code: "USER_BANNED",
  });
}

function adminCannotBeBanned(): BotwrightError {
  return new BotwrightError("an administrator cannot be banned: take the role away first", {
    code: "ADMIN_CANNOT_BE_BANNED",
  });
}
