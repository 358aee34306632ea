import { sql, type Transaction } from "kysely";
import type { Database } from "../database/open-database.ts";
import type { Schema } from "../database/schema.ts";

/** The channel of the trigger on `user_session`: the id of a session that has ended or whose rights have changed. */
const CHANNEL = "session_ends";

/** Reports the ends of sessions on all nodes. */
export interface SessionEnds {
  /**
   * Calls back when a session may have ended: when it did, when its user's role changed, and when the connection for
   * notifications was opened anew, because a notification may have been lost.
   *
   * @returns a function that ends the watch
   */
  watch(sessionId: number, onEnd: () => void): () => void;
  close(): void;
}

/** Listens for the ends of sessions. */
export function createSessionEnds({ notifications }: Pick<Database, "notifications">): SessionEnds {
  const watchers = new Map<number, Set<() => void>>();
  const unlisten = notifications.listen(CHANNEL, (payload) => {
    const ended = payload === "" ? [...watchers.values()] : [watchers.get(Number(payload))];
    for (const onEnd of ended.flatMap((those) => [...(those ?? [])])) onEnd();
  });
  return {
    watch(sessionId, onEnd) {
      const those = watchers.get(sessionId) ?? new Set();
      watchers.set(sessionId, those.add(onEnd));
      return () => {
        those.delete(onEnd);
        if (those.size === 0 && watchers.get(sessionId) === those) watchers.delete(sessionId);
      };
    },
    close: unlisten,
  };
}

/** Makes all nodes check the sessions of a user again, once the transaction has committed. */
export async function notifySessions(trx: Transaction<Schema>, userId: number): Promise<void> {
  await sql`
    select pg_notify(${CHANNEL}, id::text) from user_session where user_id = ${userId}`.execute(
    trx,
  );
}
