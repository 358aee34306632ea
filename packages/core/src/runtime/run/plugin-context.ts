import { createMemoryStorage } from "../../memory/storage.ts";
import type { BotAdapter } from "../../ports/bot.ts";
import type { Storage } from "../../ports/storage.ts";
import type { Installation } from "../../ports/plugin.ts";
import { withUpdate } from "../../rules/storage/with-update.ts";
import { defaultConfig } from "../../rules/meta/default-config.ts";
import { assertNames } from "../../rules/validation/assert-options.ts";
import { invalidInput } from "../../rules/validation/validation.ts";
import type { HandlerContext, SingleHandlerContext } from "../../types/context.ts";
import type { Variant } from "../../types/platform.ts";
import type { PrefetchedMessage } from "../prefetch-media.ts";
import type { RunIdentity } from "../../types/run-identity.ts";
import { logEvents, type OnBotEvent, type OnLogLine } from "../events.ts";
import { unavailableAIService, unavailableSearchService } from "./unavailable-services.ts";

/** The services that a host gives to plugins, in addition to the bot and the message. */
export interface PluginServices extends Pick<
  HandlerContext,
  "aiService" | "searchService" | "getPlatformCreds" | "pool"
> {
  storage: Storage;
}

/** The run for which services are created. */
export interface ServicesRun extends RunIdentity {
  /** Turns log lines about the run into events; absent when there is no listener. */
  readonly onLog?: OnLogLine | undefined;
}

/**
 * Creates the services for one plugin and one message. The defaults are memory storage, no AI, no search and no
 * credentials. The services may also report log lines of the run to `run.onLog`. Names other than those of
 * {@link PluginServices} are refused with `INVALID_INPUT` when a message is handled.
 */
export type ServicesFor = (pluginSlug: string, run: ServicesRun) => Partial<PluginServices>;

/** The names of {@link PluginServices}. */
const SERVICE_NAMES = [
  "storage",
  "aiService",
  "searchService",
  "getPlatformCreds",
  "pool",
] as const satisfies readonly (keyof PluginServices)[];

/** What all contexts of a bot have in common. */
interface ContextsOptions {
  readonly variant: Variant;
  readonly botDbId: number;
  readonly userId: number;
  readonly services: ServicesFor | undefined;
  readonly onEvent: OnBotEvent | undefined;
}

/** A message for which a context is made. */
interface ContextMessage extends PrefetchedMessage {
  /** The exact id of the message on its platform. */
  readonly id: string;
  readonly bot: BotAdapter;
}

type ContextFor = (
  installation: Installation,
  message: ContextMessage,
) => SingleHandlerContext | HandlerContext;

/**
 * Returns a function that creates the contexts of the plugins of one bot. These contexts are the host's own: their
 * methods are not yet validated, permitted or counted.
 */
export function createContexts(options: ContextsOptions): ContextFor {
  const { variant, botDbId, userId, onEvent } = options;
  const storage = createMemoryStorage();
  return ({ plugin, config }, { id, message, bot, mediaBuffer }) => {
    const { slug } = plugin.meta;
    const run: RunIdentity = { botDbId, messageId: id, plugin: slug };
    const services = options.services?.(slug, { ...run, onLog: logEvents(onEvent, run) });
    // Checked here, because the defaults would silently replace a promise or a service with a misspelt name.
    if (services instanceof Promise) {
      throw invalidInput("services gives a promise: it must give the services themselves");
    }
    assertNames("services", services ?? {}, SERVICE_NAMES);
    const context: SingleHandlerContext = {
      bot,
      msg: { ...message },
      config: { ...defaultConfig(plugin.meta), ...config },
      botDbId,
      userId,
      mediaBuffer,
      quotedMessage: message.quotedMessage ?? null,
      messageId: message.messageId,
      storage: withUpdate(services?.storage ?? storage.open(userId, slug)),
    };
    if (variant === "single") return context;
    return {
      ...context,
      aiService: unavailableAIService,
      searchService: unavailableSearchService,
      getPlatformCreds: async () => null,
      ...services,
      storage: context.storage,
    };
  };
}
