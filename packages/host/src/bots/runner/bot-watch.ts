import { type Kysely, sql } from "kysely";
import type { Database } from "../../database/open-database.ts";
import type { Schema } from "../../database/schema.ts";
import { type BotChange, type BotReading, selectBots } from "../bot-record.ts";

/** The channel on which a node notifies the others that a bot has changed: `<user>/<bot>`. */
const CHANNEL = "bot_changes";

/** Notifies all nodes that the record of a bot has changed. */
export async function notifyBot(db: Kysely<Schema>, userId: number, botId: number): Promise<void> {
  await sql`select pg_notify(${CHANNEL}, ${`${userId}/${botId}`})`.execute(db);
}

/**
 * Yields the bots of an account, and then each bot that changes. Several changes of one bot before the reader takes the
 * next value are reported as one.
 */
export async function* watchBots(
  { notifications, ...reading }: BotReading & Pick<Database, "notifications">,
  userId: number,
  signal: AbortSignal,
): AsyncGenerator<BotChange, void> {
  /** The bots to read; `undefined`: all bots, at the start and after notifications may have been lost. */
  let changed: Set<number> | undefined;
  const seen = new Set<number>();
  let woken = Promise.withResolvers<void>();
  const wake = (): void => woken.resolve();
  const unlisten = notifications.listen(CHANNEL, (payload) => {
    const [user = "", bot = ""] = payload.split("/");
    if (payload === "") changed = undefined;
    else if (user === String(userId)) changed?.add(Number(bot));
    else return;
    wake();
  });
  signal.addEventListener("abort", wake);
  try {
    while (!signal.aborted) {
      woken = Promise.withResolvers();
      const ids = changed === undefined ? undefined : [...changed];
      changed = new Set();
      const bots = ids?.length === 0 ? [] : await selectBots(reading, userId, ids);
      const there = new Set(bots.map(({ id }) => id));
      for (const bot_id of (ids ?? [...seen]).filter((id) => !there.has(id) && seen.delete(id))) {
        yield { type: "unbound", bot_id };
      }
      for (const bot of bots) {
        seen.add(bot.id);
        yield { type: "bot", bot };
      }
      await woken.promise;
    }
  } finally {
    signal.removeEventListener("abort", wake);
    unlisten();
  }
}
