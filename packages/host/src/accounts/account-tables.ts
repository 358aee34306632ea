import { botPrefixOf } from "@botwright/core";
import { type RawBuilder, sql } from "kysely";
import { startsWith } from "../database/starts-with.ts";
import { isImageCounterOf } from "../stores/image-counters.ts";
import { rateLimitKeysOf } from "./rate-limit-keys.ts";

/** An account, and its bots. */
export interface AccountScope {
  readonly userId: number;
  readonly botIds: readonly number[];
}

/** The rows of an account in a table. */
interface AccountTable {
  /** The condition for its rows, without the table's name. */
  readonly rows: (scope: AccountScope) => RawBuilder<unknown>;
  /** Columns with secrets: an export contains their names but not their values. */
  readonly hidden?: readonly string[];
  /**
   * After whose deletion such a row may still be written, by a plugin or a request that was under way; the retention
   * deletes it later. Absent: no such row can be written, because it locks or references the account, the bot or the
   * message, or is deleted with it.
   */
  readonly late?: "account" | "bot";
}

/**
 * All tables with rows of accounts, in the order in which the rows can be deleted. The export and the deletion of
 * accounts are derived from this list. Every table of the database must be here or in {@link SHARED_TABLES}; a test
 * checks that.
 */
export const ACCOUNT_TABLES: Readonly<Record<string, AccountTable>> = {
  lane: { rows: ofBots, late: "bot" },
  plugin_run: { rows: ofMessages },
  message_attempt: { rows: ofMessages, hidden: ["trace", "inputs"] },
  message: { rows: ofBots, late: "bot" },
  journal_entry: { rows: ofRuns("call_id"), late: "bot" },
  journal_media: {
    rows: (scope) =>
      sql`sha256 in (select sha256 from journal_media_use where ${ofRuns("call_id")(scope)})`,
  },
  journal_media_use: { rows: ofRuns("call_id"), late: "bot" },
  storage_effect: { rows: ofRuns("key"), late: "bot" },
  storage_value: { rows: ofUser("user_id"), late: "account" },
  storage_account: { rows: ofUser("user_id"), late: "account" },
  usage_event: { rows: ofImages, late: "account" },
  usage_counter: { rows: ofImages, late: "account" },
  rate_window: {
    rows: ({ userId }) => sql`key = any(${rateLimitKeysOf(userId)})`,
    late: "account",
  },
  service_use: { rows: ofUser("user_id"), late: "account" },
  credit_warning: { rows: ofUser("user_id"), late: "account" },
  spending_limit: { rows: ofUser("user_id"), late: "account" },
  spending: { rows: ofUser("user_id"), late: "account" },
  reservation: { rows: ofUser("user_id"), late: "account" },
  credit_row: { rows: ofUser("user_id"), late: "account" },
  credit_account: { rows: ofUser("user_id"), late: "account" },
  platform_credentials: { rows: ofUser("user_id"), hidden: ["sealed"], late: "account" },
  installation: { rows: ofBots, hidden: ["sealed"] },
  // Requests and answers exist, sealed, for at most about a minute.
  bot_callback: { rows: ofBots, hidden: ["request", "answer"], late: "bot" },
  bot_login: { rows: ofUser("user_id"), hidden: ["state"], late: "account" },
  // Hidden, because adapters store tokens of their platforms in it.
  adapter_state: { rows: ofBots, hidden: ["json"] },
  bot: { rows: ofUser("user_id"), hidden: ["sealed"] },
  update_report: {
    rows: ({ userId }) => sql`version_id in (
      select v.id from plugin_version v join plugin p on p.id = v.plugin_id
      where p.developer_id = ${userId})`,
  },
  plugin_version: {
    rows: ({ userId }) => sql`plugin_id in (select id from plugin where developer_id = ${userId})`,
  },
  plugin: { rows: ofUser("developer_id") },
  user_verification: {
    rows: ({ userId }) => sql`value = ${String(userId)}`,
    hidden: ["identifier"],
    late: "account",
  },
  user_session: { rows: ofUser("user_id"), hidden: ["token"] },
  user_login: {
    rows: ofUser("user_id"),
    hidden: ["password", "access_token", "refresh_token", "id_token"],
  },
  user_account: { rows: ofUser("id") },
};

/** Tables without rows of accounts; `deletion` contains the ids of deleted accounts and bots. */
export const SHARED_TABLES: readonly string[] = [
  "ai_model",
  "ai_provider",
  "cache",
  "deletion",
  "host_setting",
  "kysely_migration",
  "kysely_migration_lock",
  "maintenance",
  "node",
  "sandbox_event",
  "search_provider",
];

function ofUser(column: string) {
  return ({ userId }: AccountScope): RawBuilder<unknown> => sql`${sql.ref(column)} = ${userId}`;
}

function ofBots({ botIds }: AccountScope): RawBuilder<unknown> {
  return sql`bot_id = any(${botIds}::bigint[])`;
}

function ofMessages(scope: AccountScope): RawBuilder<unknown> {
  return sql`message_id in (select id from message where ${ofBots(scope)})`;
}

/** The rows whose key begins with one of the bots, as the keys of runs do. */
function ofRuns(column: string) {
  return ({ botIds }: AccountScope): RawBuilder<unknown> => {
    const ranges = botIds.map((id) => startsWith(column, botPrefixOf(id)));
    return ranges.length === 0 ? sql`false` : sql`(${sql.join(ranges, sql` or `)})`;
  };
}

function ofImages({ userId }: AccountScope): RawBuilder<unknown> {
  return isImageCounterOf(userId);
}
