import {
  createMemoryKeyValueStore,
  createStorage,
  type GetPlatformCreds,
  LIMITS,
  observeLogger,
  type PluginServices,
  readLimits,
  type SearchService,
  type ServicesRun,
  silentLogger,
  type Storage,
  systemClock,
} from "@botwright/core";
import type { AILimits, FindProvider } from "./ai/ai-options.ts";
import { type BilledAIService, createAIService } from "./ai/ai-service.ts";
import { createDayOf } from "./ai/day.ts";
import { assertServicesOptions } from "./assert-options.ts";
import { createModelCatalog } from "./ai/models.ts";
import { createGetPlatformCreds } from "./credentials/credentials.ts";
import { createMemoryCache } from "./memory/cache.ts";
import { createMemoryLedger } from "./memory/ledger.ts";
import { createMemoryRateLimiter } from "./memory/rate-limiter.ts";
import { createMemoryUsageCounter } from "./memory/usage-counter.ts";
import type { ModelProvider } from "./ports/model-provider.ts";
import { fieldsOf, messageOf } from "./message-identity.ts";
import { createRecorder } from "./recorder.ts";
import { createSearchEngine } from "./search/search-engine.ts";
import { readSearchLimits } from "./search/search-options.ts";
import { createSearchService } from "./search/search-service.ts";
import type { AIOptions, ServicesOptions } from "./services-options.ts";

/** The services of one plugin of one account. */
export interface InstallationServices extends PluginServices {
  readonly storage: Storage;
  readonly aiService: BilledAIService;
  readonly searchService: SearchService;
  readonly getPlatformCreds: GetPlatformCreds;
}

/** The services of a host. */
export interface Services {
  /**
   * Returns a function that creates the services of an account's plugin by its slug: the `services` option of a
   * dispatcher. A failed model call is logged, and reported to the run that made it; the service log names the run's
   * bot and message.
   *
   * @example
   * createDispatcher({ plugins, bot, userId: 7, services: services.forAccount(7) });
   */
  forAccount(
    userId: number,
  ): (pluginSlug: string, run?: Partial<ServicesRun>) => InstallationServices;
}

/**
 * Creates the services of a host: storage, AI, credits, search and credentials, with their rules, on top of the
 * providers and stores in the options. A store in memory replaces a missing store; the service of a missing provider
 * reports that it is unavailable.
 *
 *
 * @throws {InvalidInputError} `INVALID_INPUT` naming an option that does not exist or has a wrong type, and when a
 * model's price, a limit or the time zone cannot be read
 * @example
 * const services = createServices({
 *   store: await openFileStore("data/storage.json"),
 *   search: { providers: [createSearxngProvider({ baseUrl: "http://127.0.0.1:8888" })] },
 * });
 */
export function createServices(options: ServicesOptions = {}): Services {
  assertServicesOptions(options);
  const { logger = silentLogger, clock = systemClock, ai = NO_MODELS, credentials } = options;
  const record = createRecorder(options.log, logger);
  const limiter = options.limiter ?? createMemoryRateLimiter({ clock });
  const storage = createStorage({
    store: options.store ?? createMemoryKeyValueStore(),
    limits: options.storageLimits ?? LIMITS.storage,
  });
  const searchLimits = readSearchLimits(options.search?.limits);
  const searchProviders = options.search?.providers ?? [];
  const engine = createSearchEngine({
    providers:
      typeof searchProviders === "function" ? searchProviders : async () => searchProviders,
    cache: options.search?.cache ?? createMemoryCache({ clock }),
    limits: searchLimits,
    clock,
    logger,
  });
  const { freeImagesPerDay = 0, models } = ai;
  const aiOptions = {
    catalog: "list" in models ? models : createModelCatalog(models),
    findProvider: typeof ai.providers === "function" ? ai.providers : findIn(ai.providers),
    ledger: ai.ledger ?? createMemoryLedger({ clock }),
    limiter,
    usage: ai.usage ?? createMemoryUsageCounter(),
    freeImagesPerDay:
      typeof freeImagesPerDay === "number" ? async () => freeImagesPerDay : freeImagesPerDay,
    dayOf: createDayOf(ai.timeZone ?? "UTC"),
    limits: readLimits(DEFAULT_AI_LIMITS, ai.limits),
    record,
    clock,
    logger,
  };

  return {
    forAccount: (userId) => (pluginSlug, run) => ({
      storage: storage.open(userId, pluginSlug),
      aiService: createAIService({
        ...aiOptions,
        userId,
        pluginSlug,
        message: messageOf(run),
        logger: observeLogger(logger, run?.onLog, fieldsOf(run)),
      }),
      searchService: createSearchService({
        userId,
        pluginSlug,
        message: messageOf(run),
        engine,
        limiter,
        limits: searchLimits,
        record,
        clock,
      }),
      getPlatformCreds:
        credentials === undefined
          ? async () => null
          : createGetPlatformCreds({
              ...credentials,
              userId,
              pluginSlug,
              message: messageOf(run),
              record,
              clock,
            }),
    }),
  };
}

function findIn(providers: Readonly<Record<string, ModelProvider>>): FindProvider {
  return async (name) => (Object.hasOwn(providers, name) ? providers[name] : undefined);
}

const NO_MODELS: AIOptions = { models: [], providers: {} };

const DEFAULT_AI_LIMITS: AILimits = {
  freeCallsPerUserPerHour: LIMITS.freeAI.callsPerUserPerHour,
  defaultMaxTokens: LIMITS.freeAI.defaultMaxTokens,
  timeoutMs: LIMITS.call.wallMs,
};
