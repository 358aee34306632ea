import type { BotAdapter } from "./bot.ts";
import { type Clock, systemClock } from "./clock.ts";
import { noAIService, noSearchService } from "./default-services.ts";
import { validateIncomingMessage } from "./generated/validators.ts";
import type { Journal } from "./journal.ts";
import { LIMITS } from "./limits.ts";
import { type Logger, silentLogger } from "./logger.ts";
import { createMemoryStorage } from "./memory/storage.ts";
import type { IncomingMessage } from "./message.ts";
import { orderInstallations } from "./plugin-order.ts";
import type { HandlerContext } from "./context.ts";
import type { Installation, Plugin } from "./plugin.ts";
import { prefetchMedia } from "./prefetch-media.ts";
import { type PluginRun, runPlugin } from "./run-plugin.ts";
import { findTriggerConflicts } from "./triggers.ts";
import { requireValid } from "./validation.ts";

/** What a host hands to plugins beside the bot and the message. */
export type PluginServices = Pick<
  HandlerContext,
  "storage" | "aiService" | "searchService" | "getPlatformCreds" | "pool"
>;

/** Options of {@link createDispatcher}. */
export interface DispatcherOptions {
  /** The plugins of this bot, or a function that is asked at every message. */
  plugins: readonly (Plugin | Installation)[] | (() => Promise<readonly (Plugin | Installation)[]>);
  /** As made by `createBot`. */
  bot: BotAdapter;
  /** @default 1 */
  botDbId?: number;
  /** The account that owns the bot. @default 1 */
  userId?: number;
  /** Services for one plugin; what is left out is memory storage, no AI, no search, no credentials. */
  services?: (pluginSlug: string) => Partial<PluginServices>;
  /** Records host calls, and answers those of a message that was half done. @default none */
  journal?: Journal;
  /** Longest time of one handler, in milliseconds. @default LIMITS.call.wallMs */
  wallMs?: number;
  logger?: Logger;
  clock?: Clock;
}

/** What became of a message. */
export interface DispatchResult {
  /** Slug of the plugin that handled it, or `null`. */
  handledBy: string | null;
  /** The plugins that had a turn, in order. */
  runs: PluginRun[];
}

/** Hands messages to plugins. */
export interface Dispatcher {
  /**
   * Runs the plugins in ascending priority until one has handled the message.
   *
   * @throws {InvalidInputError} `INVALID_INPUT` naming the path when the message is malformed.
   */
  dispatch(incoming: IncomingMessage): Promise<DispatchResult>;
}

/**
 * Makes the dispatcher of one bot.
 *
 * @example
 * const dispatcher = createDispatcher({ plugins: [greeting, notebook], bot: createBot(adapter) });
 * const { handledBy } = await dispatcher.dispatch(incoming);
 */
export function createDispatcher(options: DispatcherOptions): Dispatcher {
  const { plugins, bot, botDbId = 1, userId = 1, journal } = options;
  const { logger = silentLogger, clock = systemClock, wallMs = LIMITS.call.wallMs } = options;
  const storage = createMemoryStorage();
  const fixed = typeof plugins === "function" ? undefined : orderInstallations(plugins);
  if (fixed !== undefined) warnOfConflicts(fixed, logger);

  async function currentInstallations(): Promise<readonly Installation[]> {
    if (typeof plugins === "function") return orderInstallations(await plugins());
    return fixed ?? [];
  }

  function contextFor(
    { plugin, config = {} }: Installation,
    { message }: IncomingMessage,
    mediaBuffer: Buffer | null,
  ): HandlerContext {
    const { slug } = plugin.meta;
    return {
      bot,
      msg: { ...message },
      config,
      botDbId,
      userId,
      mediaBuffer,
      quotedMessage: message.quotedMessage ?? null,
      messageId: message.messageId,
      storage: storage.open(userId, slug),
      aiService: noAIService,
      searchService: noSearchService,
      getPlatformCreds: async () => null,
      ...options.services?.(slug),
    };
  }

  return {
    async dispatch(incoming) {
      const valid = requireValid("incoming", validateIncomingMessage(incoming));
      const installations = await currentInstallations();
      const mediaBuffer = await prefetchMedia(bot, valid.message, logger);
      const runs: PluginRun[] = [];
      for (const installation of installations) {
        const { plugin } = installation;
        const run = await runPlugin(plugin, contextFor(installation, valid, mediaBuffer), {
          callId: `${botDbId}/${valid.id}/${plugin.meta.slug}`,
          wallMs,
          clock,
          logger,
          journal,
        });
        runs.push(run);
        if (run.status === "handled") return { handledBy: run.plugin, runs };
        // The user has an answer already; a second one from the next plugin would confuse.
        if (run.status === "failed" && run.sends > 0) break;
      }
      return { handledBy: null, runs };
    },
  };
}

function warnOfConflicts(installations: readonly Installation[], logger: Logger): void {
  const report = findTriggerConflicts(installations.map(({ plugin }) => plugin.meta));
  for (const { trigger, plugins } of [...report.exact, ...report.prefix]) {
    logger.warn("plugins react to the same trigger", { trigger, plugins });
  }
}
