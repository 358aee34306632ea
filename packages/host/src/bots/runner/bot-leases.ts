import {
  describeError,
  type Logger,
  type Platform,
  PLATFORMS,
  silentLogger,
} from "@botwright/core";
import type { Database } from "../../database/open-database.ts";
import type { NodeLease } from "../../node-lease.ts";
import { claimBots, type OwnedBot, readEpochs, readOwn } from "./owned-bots.ts";

/** Options of {@link createBotLeases}. */
export interface BotLeasesOptions {
  readonly database: Database;
  readonly lease: NodeLease;
  /** The platforms whose bots this node can run; it claims no others. @default all */
  readonly platforms?: readonly Platform[];
  /** Called once for each bot that this node has claimed. */
  readonly onGained: (bot: OwnedBot) => void;
  /**
   * Called when a bot is paused, removed or claimed by another node, or when its account is being deleted. The
   * listener must close the bot's connection.
   */
  readonly onLost: (botId: number) => void;
  /** Milliseconds between polls for free bots. @default 1000 */
  readonly everyMs?: number;
  /** Bots that one poll claims at most, so that the bots of a dead node spread over the others. @default 100 */
  readonly most?: number;
  readonly logger?: Logger;
}

/** Which bots this node runs. */
export interface BotLeases {
  /** Claims bots now, for example after a change of a bot on this node. */
  look(): Promise<void>;
  /**
   * Claims no more bots, and releases all.
   *
   * @param endAll closes the connections of the bots; the bots are released when it resolves
   */
  close(endAll?: () => Promise<void>): Promise<void>;
}

/** The channel on which a node notifies the others that bots have changed. */
export const BOTS_CHANNEL = "bots";

/** Milliseconds before the next poll if one claimed `most` bots: the pause lets other nodes claim some of the rest. */
const MORE_MS = 200;

/**
 * Divides the bots among the nodes: some node claims each bot that no living node owns, within about `everyMs`
 * milliseconds. The claim raises the bot's epoch, so that the database refuses whatever an earlier owner still writes
 * for it: see {@link createPostgresAdapterState}.
 */
export function createBotLeases(options: BotLeasesOptions): BotLeases {
  const { database, lease, onGained, onLost, everyMs = 1000, most = 100 } = options;
  const { logger = silentLogger, platforms = PLATFORMS } = options;
  const { db } = database;
  /** The epochs of the bots that this node runs. */
  const owned = new Map<number, number>();
  let looking: Promise<void> | undefined;
  let isClosed = false;
  let more: NodeJS.Timeout | undefined;

  async function lookNow(): Promise<void> {
    if (!lease.isHeld()) return loseAll();
    const claimed = await claimBots(db, lease.id, platforms, most);
    clearTimeout(more);
    if (claimed.length === most) more = setTimeout(() => void look(), MORE_MS).unref();
    for (const bot of claimed) {
      // This node runs the bot with an older epoch: it had lost the bot in between, so the bot must start anew.
      if (owned.has(bot.id)) onLost(bot.id);
      gain(bot);
    }
    const still = await readEpochs(db, lease.id);
    for (const [id, epoch] of owned) {
      if (still.get(id) === epoch) continue;
      owned.delete(id);
      onLost(id);
    }
    // Bots that an earlier poll claimed whose answer was lost after the commit.
    const unknown = [...still.keys()].filter((id) => !owned.has(id));
    if (unknown.length > 0) for (const bot of await readOwn(db, lease.id, unknown)) gain(bot);
  }

  function gain(bot: OwnedBot): void {
    owned.set(bot.id, bot.epoch);
    onGained(bot);
  }

  function loseAll(): void {
    for (const id of owned.keys()) onLost(id);
    owned.clear();
  }

  function look(): Promise<void> {
    if (isClosed) return Promise.resolve();
    looking ??= lookNow()
      .catch((error: unknown) => logger.warn("bots could not be claimed", describeError(error)))
      .finally(() => (looking = undefined));
    return looking;
  }

  const timer = setInterval(() => void look(), everyMs);
  timer.unref();
  const unlisten = database.notifications.listen(BOTS_CHANNEL, () => void look());

  return {
    look,
    async close(endAll) {
      isClosed = true;
      clearInterval(timer);
      clearTimeout(more);
      unlisten();
      await looking;
      try {
        await endAll?.();
      } finally {
        await db.updateTable("bot").set({ owner: null }).where("owner", "=", lease.id).execute();
        await database.notifications.notify(BOTS_CHANNEL);
      }
    },
  };
}
