import { sql, type Transaction } from "kysely";
import type { Schema } from "./schema.ts";

/**
 * Sends a notification to all nodes, this one included, with the commit of a transaction. If it were sent after the
 * commit, and the process died in between, the notification would be lost and the nodes' caches would stay stale.
 */
export async function notifyOnCommit(
  trx: Transaction<Schema>,
  channel: string,
  payload = "",
): Promise<void> {
  await sql`select pg_notify(${channel}, ${payload})`.execute(trx);
}
