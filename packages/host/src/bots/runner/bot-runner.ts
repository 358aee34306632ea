import {
  type AdapterOptions,
  type AdapterStatus,
  type BotRuntime,
  type BotRuntimeOptions,
  type Clock,
  createBotRuntime,
  createKeyedQueue,
  createMediaBudget,
  describeError,
  type Installation,
  type Logger,
  type MediaBudget,
  type OnBotEvent,
  type Platform,
  PLATFORMS,
  type PlatformBinding,
  type Plugin,
  type ServicesFor,
  silentLogger,
  systemClock,
} from "@botwright/core";
import type { Secrets } from "@botwright/services";
import type { Database } from "../../database/open-database.ts";
import type { PostgresInbox } from "../../inbox/postgres-inbox.ts";
import type { NodeLease } from "../../node-lease.ts";
import { createPostgresAdapterState } from "./adapter-state.ts";
import { chargePerMessage } from "./charge-per-message.ts";
import { botContext } from "../bot-context.ts";
import { transportOptions } from "../bot-credentials.ts";
import { callbackUrl } from "../bot-record.ts";
import { notifyBot } from "./bot-watch.ts";
import { createBotLeases } from "./bot-leases.ts";
import { createWrites } from "./writes.ts";
import { giveBackStopped, type OwnedBot } from "./owned-bots.ts";

/** Options of {@link createBotRunner}. */
export interface BotRunnerOptions {
  readonly database: Database;
  readonly lease: NodeLease;
  readonly inbox: PostgresInbox;
  readonly journal: NonNullable<BotRuntimeOptions["journal"]>;
  /** The instance that sealed the bots' credentials. */
  readonly secrets: Secrets;
  /** The platforms whose bots this node can run. */
  readonly bindings: Partial<Readonly<Record<Platform, PlatformBinding>>>;
  /** Further options of a bot's adapter, such as another base URL of its platform. @default none */
  readonly adapterOptions?: (bot: OwnedBot) => AdapterOptions;
  /** The host's public address, for callbacks. @default none */
  readonly publicUrl?: string;
  /** Loads the plugins of a bot; called for every message. */
  readonly plugins: (bot: OwnedBot) => Promise<readonly (Plugin | Installation)[]>;
  /** Loads the version with which a run was begun; see `DispatcherOptions.formerVersion`. @default none */
  readonly formerVersion?: (
    bot: OwnedBot,
    slug: string,
    version: string,
  ) => Promise<Installation | undefined>;
  /** The budget for media that all bots of the node share. @default 256 MiB */
  readonly mediaBudget?: MediaBudget;
  /** The services of an account's plugins. */
  readonly services: (userId: number) => ServicesFor;
  readonly onEvent?: OnBotEvent;
  readonly logger?: Logger;
  readonly clock?: Clock;
}

/** Answers a platform's callback. */
type AnswerCallback = (request: Request) => Promise<Response>;

/** The bots of a node. */
export interface BotRunner {
  /** The runtimes of the bots that this node runs, by bot. */
  readonly running: ReadonlyMap<number, BotRuntime>;
  /** Returns the handler of a bot's callbacks; `undefined` if this node does not run the bot or it takes none. */
  callbackOf(botId: number): AnswerCallback | undefined;
  /** Claims bots now instead of at the next poll, for example after a bot was bound on this node. */
  look(): Promise<void>;
  /** Finishes the messages that run, closes all connections and releases the bots. */
  close(): Promise<void>;
}

/** Milliseconds before a failed start is tried again: before the second attempt, and at most. */
const RESTART_MS = { first: 1000, longest: 60_000 };

/**
 * Runs the bots that this node owns: opens the credentials of each bot, creates its adapter, and repeats the start
 * while the platform cannot be reached. A bot that its platform refuses is not started again until its owner acts.
 */
export function createBotRunner(options: BotRunnerOptions): BotRunner {
  const { database, lease, inbox, journal, secrets, bindings, services, plugins } = options;
  const { logger = silentLogger, clock = systemClock, publicUrl = "" } = options;
  const { mediaBudget = createMediaBudget() } = options;
  const { db } = database;
  const running = new Map<number, BotRuntime>();
  const callbacks = new Map<number, AnswerCallback>();
  /** Writes the statuses of one bot in their order. */
  const statuses = createKeyedQueue();
  /** Runs the starts and stops of one bot one after the other. */
  const steps = createKeyedQueue();
  /** Starts and stops that have not settled yet. */
  const working = new Set<Promise<void>>();
  const write = createWrites({ lease, clock, logger });

  function step(botId: number, work: () => Promise<void>): void {
    const settled = steps.run(String(botId), work).catch((error: unknown) => {
      logger.error("a bot could not be started or stopped", { botId, ...describeError(error) });
    });
    working.add(settled);
    void settled.then(() => working.delete(settled));
  }

  /** Starts a bot; if that fails, replaces the status that an earlier node has written. */
  async function beginOrTell(bot: OwnedBot): Promise<void> {
    try {
      await begin(bot);
    } catch (error) {
      writeStatus(bot, { state: "stopped", error: describeError(error) });
      throw error;
    }
  }

  async function begin(bot: OwnedBot): Promise<void> {
    const binding = bindings[bot.platform];
    if (binding === undefined) return;
    const credentials: unknown = JSON.parse(await secrets.open(bot.sealed, botContext(bot)));
    if (typeof credentials !== "object" || credentials === null) return;
    const { id: botId, epoch, userId } = bot;
    const adapter = binding.createAdapter(credentials, {
      state: createPostgresAdapterState({ db, botId, epoch, clock }),
      logger,
      ...transportOptions(binding, bot.transport, credentials, callbackUrl(publicUrl, botId)),
      ...options.adapterOptions?.(bot),
    });
    const runtime = createBotRuntime({
      adapter,
      inbox: inbox.open(botId, userId),
      journal,
      mediaBudget,
      botDbId: botId,
      userId,
      plugins: () => plugins(bot),
      formerVersion: async (slug, version) => options.formerVersion?.(bot, slug, version),
      services: chargePerMessage(services(userId), inbox),
      logger,
      clock,
      onEvent(event) {
        if (event.type === "status") writeStatus(bot, event.status);
        return options.onEvent?.(event);
      },
    });
    running.set(botId, runtime);
    if (adapter.handleRequest !== undefined) {
      callbacks.set(
        botId,
        async (request) => (await adapter.handleRequest?.(request)) ?? noAnswer(),
      );
    }
    void keepStarted(bot, runtime);
  }

  /** Starts a bot, and repeats the start after a growing pause while its platform cannot be reached. */
  async function keepStarted({ id }: OwnedBot, runtime: BotRuntime): Promise<void> {
    for (let ms = RESTART_MS.first; running.get(id) === runtime; ms *= 2) {
      try {
        return await runtime.start();
      } catch (error) {
        logger.warn("a bot could not be started", { botId: id, ...describeError(error) });
        if (runtime.status.state === "refused") return;
      }
      await new Promise<void>((resolve) => clock.after(Math.min(ms, RESTART_MS.longest), resolve));
    }
  }

  /** Writes the status of a bot's connection, unless another node has claimed the bot meanwhile. */
  function writeStatus({ id: botId, epoch, userId }: OwnedBot, status: AdapterStatus): void {
    const columns = { status: JSON.stringify(status), status_at: new Date(clock.now()) };
    const writing = statuses.run(String(botId), () =>
      write({ botId, what: "its status" }, async () => {
        const bot = db.updateTable("bot").set(columns).where("id", "=", botId);
        await bot.where("epoch", "=", epoch).execute();
        await notifyBot(db, userId, botId);
      }),
    );
    void writing.catch((error: unknown) => {
      logger.warn("the status of a bot could not be written", { botId, ...describeError(error) });
    });
  }

  async function end(botId: number): Promise<void> {
    const runtime = running.get(botId);
    running.delete(botId);
    callbacks.delete(botId);
    try {
      await runtime?.stop();
    } finally {
      await giveBack(botId);
    }
  }

  /**
   * Clears the owner of a stopped bot that is not to run: this tells a deletion, which waits for it, that the bot has
   * stopped.
   */
  function giveBack(botId: number): Promise<void> {
    const what = "that it has stopped";
    return write({ botId, what }, () => giveBackStopped(db, lease.id, botId));
  }

  const leases = createBotLeases({
    database,
    lease,
    platforms: PLATFORMS.filter((platform) => bindings[platform] !== undefined),
    logger,
    onGained: (bot) => step(bot.id, () => beginOrTell(bot)),
    onLost: (botId) => step(botId, () => end(botId)),
  });

  return {
    running,
    callbackOf: (botId) => callbacks.get(botId),
    look: () => leases.look(),
    async close() {
      await leases.close(async () => {
        await Promise.all(working);
        for (const botId of running.keys()) step(botId, () => end(botId));
        await Promise.all(working);
      });
    },
  };
}

function noAnswer(): Response {
  return new Response(null, { status: 404 });
}
