import type { Transaction } from "kysely";
import { notifyOnCommit } from "../database/notify-on-commit.ts";
import type { Schema } from "../database/schema.ts";

/** The channel that notifies nodes that the plugins of a bot have changed: the bot's id, or `""` for all bots. */
export const INSTALLED_CHANNEL = "installations";

/** Makes all nodes read the plugins of a bot, or of all bots, again after the transaction commits. */
export async function notifyInstalled(trx: Transaction<Schema>, botId?: number): Promise<void> {
  await notifyOnCommit(trx, INSTALLED_CHANNEL, botId === undefined ? "" : String(botId));
}
