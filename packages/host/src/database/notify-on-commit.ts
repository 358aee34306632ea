import { sql, type Transaction } from "kysely";
import type { Schema } from "./schema.ts";

/**
 * Sends a notification to all nodes, this one included, with the commit of a transaction. A notification of its own,
 * after the commit, is lost when the process dies in between, and nodes keep what they have cached.
 */
export async function notifyOnCommit(
  trx: Transaction<Schema>,
  channel: string,
  payload = "",
): Promise<void> {
  await sql`select pg_notify(${channel}, ${payload})`.execute(trx);
}
