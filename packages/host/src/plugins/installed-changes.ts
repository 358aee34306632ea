import type { Transaction } from "kysely";
import { notifyOnCommit } from "../database/notify-on-commit.ts";
import type { Schema } from "../database/schema.ts";

/** The channel on which nodes learn that what bots run has changed: a bot's id, or nothing for all bots. */
export const INSTALLED_CHANNEL = "installations";

/** Makes all nodes read the plugins of a bot, or of all bots, again when the transaction is committed. */
export async function notifyInstalled(trx: Transaction<Schema>, botId?: number): Promise<void> {
  await notifyOnCommit(trx, INSTALLED_CHANNEL, botId === undefined ? "" : String(botId));
}
