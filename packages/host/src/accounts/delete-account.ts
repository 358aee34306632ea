import { type Kysely, sql, type Transaction } from "kysely";
import type { Schema } from "../database/schema.ts";
import { lockInstallations } from "../installations/lock-installations.ts";
import { notifyInstalled } from "../plugins/installed-changes.ts";
import { ACCOUNT_TABLES, type AccountScope } from "./account-tables.ts";
import { noteDeletion } from "./deletions.ts";

type Trx = Transaction<Schema>;

/**
 * Deletes all rows of an account. Rows that others still use stay without its name: published plugins, and the reviews
 * and top-ups that it made as an administrator.
 */
export async function deleteRows(trx: Trx, scope: AccountScope): Promise<void> {
  await noteDeletion(trx, "account", [scope.userId]);
  await noteDeletion(trx, "bot", scope.botIds);
  await keepPublished(trx, scope.userId);
  // Locked after the plugins, in the order in which an approval locks them.
  await lockInstallations(trx, scope);
  await forgetAdministrators(trx, [scope.userId]);
  await deleteMessages(trx, scope);
  for (const table of Object.keys(ACCOUNT_TABLES)) {
    if (table !== "journal_media") await deleteFrom(trx, table, scope);
  }
  await notifyInstalled(trx);
}

/**
 * Deletes the messages of bots with their journals. The ids of messages belong to an account of the platform. Another
 * account may use the same ids, and the inbox would regard its messages as handled.
 */
export async function deleteMessages(trx: Trx, scope: AccountScope): Promise<void> {
  await deleteMedia(trx, scope);
  for (const table of MESSAGE_TABLES) await deleteFrom(trx, table, scope);
}

const MESSAGE_TABLES = ["lane", "message", "journal_entry", "storage_effect"];

async function deleteFrom(trx: Trx, table: string, scope: AccountScope): Promise<void> {
  const rows = ACCOUNT_TABLES[table]?.rows(scope) ?? sql`false`;
  await sql`/* long */ delete from ${sql.table(table)} where ${rows}`.execute(trx);
}

/**
 * Keeps plugins with an approved version, without a developer, for those who have installed them. Deletes their other
 * versions. Plugins that were never approved are deleted with the account.
 */
async function keepPublished(trx: Trx, userId: number): Promise<void> {
  const kept = await trx
    .updateTable("plugin")
    .set((set) => ({
      developer_id: null,
      status: set
        .case()
        .when("status", "=", "pending")
        .then("published" as const)
        .else(set.ref("status"))
        .end(),
    }))
    .where("developer_id", "=", userId)
    .where("published_id", "is not", null)
    .returning("id")
    .execute();
  if (kept.length === 0) return;
  await trx
    .deleteFrom("plugin_version")
    .where(
      "plugin_id",
      "in",
      kept.map(({ id }) => id),
    )
    .where("state", "!=", "approved")
    .execute();
}

/** The id in place of a deleted administrator's, and that of the administrator's token: no account has it. */
const UNNAMED = 0;

/**
 * Removes the names of administrators from the reviews and top-ups that they made; returns the number of rows. Owners
 * still see that an administrator made a top-up.
 */
export async function forgetAdministrators(
  db: Kysely<Schema>,
  userIds: readonly number[],
): Promise<number> {
  const reviews = await db
    .updateTable("plugin_version")
    .set({ reviewed_by: null })
    .where("reviewed_by", "in", userIds)
    .executeTakeFirst();
  const topUps = await db
    .updateTable("credit_row")
    .set({ actor_id: UNNAMED })
    .where("actor_id", "in", userIds)
    .executeTakeFirst();
  return Number(reviews.numUpdatedRows + topUps.numUpdatedRows);
}

/**
 * Deletes the records that runs of these bots name media, and the bytes that no other run names.
 *
 * @param most how many media to look at. @default all
 * @returns how many media these runs named
 */
export async function deleteMedia(
  trx: Trx,
  scope: AccountScope,
  most: number | null = null,
): Promise<number> {
  const media = ACCOUNT_TABLES["journal_media"]?.rows(scope) ?? sql`false`;
  const uses = ACCOUNT_TABLES["journal_media_use"]?.rows(scope) ?? sql`false`;
  const { rows } = await sql<{ sha256: string }>`
    /* long */
    select sha256 from journal_media where ${media} order by sha256 limit ${most} for update`.execute(
    trx,
  );
  if (rows.length === 0) return 0;
  const named = rows.map(({ sha256 }) => sha256);
  await sql`
    /* long */
    delete from journal_media_use where ${uses} and sha256 = any(${named})`.execute(trx);
  await sql`
    /* long */
    delete from journal_media where sha256 = any(${named}) and not exists (
      select from journal_media_use u where u.sha256 = journal_media.sha256)`.execute(trx);
  return named.length;
}

/** An account with its bots; `undefined` if there is no such account. */
export async function findScope(
  db: Kysely<Schema>,
  userId: number,
): Promise<AccountScope | undefined> {
  const user = await db
    .selectFrom("user_account")
    .select("id")
    .where("id", "=", userId)
    .executeTakeFirst();
  if (user === undefined) return undefined;
  const bots = await db.selectFrom("bot").select("id").where("user_id", "=", userId).execute();
  return { userId, botIds: bots.map(({ id }) => id) };
}
