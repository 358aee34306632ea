import { BotwrightError, QuotaError } from "@botwright/core";
import { sql, type Transaction } from "kysely";
import { lockAccount } from "../accounts/assert-standing.ts";
import type { Schema } from "../database/schema.ts";
import { notFound, takenDown } from "./plugin-rows.ts";
import type { PluginRecord } from "./plugin-record.ts";

/** The state of a plugin while it is locked. */
export interface LockedPlugin {
  readonly slug: string;
  readonly status: PluginRecord["status"];
  readonly developer_id: number | null;
  readonly published_id: number | null;
}

/**
 * Locks a plugin until the transaction ends, so that submissions, reviews, roll-backs and take-downs of it run one by
 * one. Returns its state, because another transaction may have changed what the caller read before the lock.
 *
 * @throws {BotwrightError} `PLUGIN_NOT_FOUND`
 */
export async function lockPlugin(
  trx: Transaction<Schema>,
  pluginId: number,
): Promise<LockedPlugin> {
  return trx
    .selectFrom("plugin")
    .select(["slug", "status", "developer_id", "published_id"])
    .where("id", "=", pluginId)
    .forUpdate()
    .executeTakeFirstOrThrow(notFound);
}

/**
 * Locks a plugin that the transaction will change.
 *
 * @throws {BotwrightError} `PLUGIN_NOT_FOUND`, `PLUGIN_TAKEN_DOWN`
 */
export async function lockStanding(
  trx: Transaction<Schema>,
  pluginId: number,
): Promise<LockedPlugin> {
  const plugin = await lockPlugin(trx, pluginId);
  if (plugin.status === "taken_down") throw takenDown(plugin.slug);
  return plugin;
}

/**
 * Refuses a new plugin if the developer has `most` already. Locks, so that submissions of one developer run in turn.
 *
 * @throws {QuotaError} `PLUGIN_LIMIT`
 */
export async function assertBelowLimit(
  trx: Transaction<Schema>,
  developerId: number,
  most: number,
): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext(${`plugins/${developerId}`}))`.execute(trx);
  const { count } = await trx
    .selectFrom("plugin")
    .select((row) => row.fn.countAll<number>().as("count"))
    .where("developer_id", "=", developerId)
    .executeTakeFirstOrThrow();
  if (count < most) return;
  throw new QuotaError(`a developer can have ${most} plugins: change one of yours instead`, {
    code: "PLUGIN_LIMIT",
  });
}

/**
 * Refuses the approval of a plugin whose developer is banned: otherwise the end of the ban would put it into the
 * library.
 *
 * @throws {BotwrightError} `DEVELOPER_BANNED`
 */
export async function assertMayPublish(
  trx: Transaction<Schema>,
  { slug, developer_id }: LockedPlugin,
): Promise<void> {
  if (developer_id === null || (await lockAccount(trx, developer_id)) !== true) return;
  throw new BotwrightError(
    `the developer of ${slug} is banned: reject the version, or lift the ban before you approve it`,
    { code: "DEVELOPER_BANNED" },
  );
}
