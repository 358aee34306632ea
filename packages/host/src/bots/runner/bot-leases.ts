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
  /** The platforms whose bots this node can run; it takes no others. @default all */
  readonly platforms?: readonly Platform[];
  /** Called once for each bot that this node gets. */
  readonly onGained: (bot: OwnedBot) => void;
  /**
   * Called when a bot is paused, removed or another node's, or when its account is being deleted: its connection is to
   * be closed.
   */
  readonly onLost: (botId: number) => void;
  /** Milliseconds between looks for free bots. @default 1000 */
  readonly everyMs?: number;
  /** Bots to take with one look, so that those of a dead node spread over the others. @default 100 */
  readonly most?: number;
  readonly logger?: Logger;
}

/** Which bots this node runs. */
export interface BotLeases {
  /** Claims bots now, as after a change of a bot on this node. */
  look(): Promise<void>;
  /**
   * Takes no more bots, and gives all back.
   *
   * @param endAll closes their connections; the bots are given back when it resolves
   */
  close(endAll?: () => Promise<void>): Promise<void>;
}

/** The channel on which a node tells the others that bots have changed. */
export const BOTS_CHANNEL = "bots";

/** Milliseconds before another look when there may be more free bots than were taken: other nodes look too. */
const MORE_MS = 200;

/**
 * Divides the bots among the nodes: each bot that no living node owns is taken by one, in about
 * `everyMs`. Taking it raises its epoch, so that whatever an earlier owner writes for it is refused: see
 * {@link createPostgresAdapterState}.
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
      // An epoch that has changed although this node is the owner: it had lost the bot in between.
      if (owned.has(bot.id)) onLost(bot.id);
      gain(bot);
    }
    const still = await readEpochs(db, lease.id);
    for (const [id, epoch] of owned) {
      if (still.get(id) === epoch) continue;
      owned.delete(id);
      onLost(id);
    }
    // A look whose answer was lost after the commit has taken them.
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
