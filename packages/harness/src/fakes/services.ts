import {
  type AIService,
  type Clock,
  createMemoryStorage,
  type GetPlatformCreds,
  isBotwrightError,
  type PluginServices,
  type SearchService,
  type Storage,
  type StorageProvider,
  systemClock,
} from "@botwright/core";
import { DEFAULT_LIMITS, type SandboxFetch } from "@botwright/sandbox";
import { createMemoryLedger, createServices, type SearchServiceSetup } from "@botwright/services";
import { createScriptedAI, SCRIPTED } from "./ai.ts";
import { type FakeCredentials, scriptedCredentials } from "./credentials.ts";
import { createFakeFetch } from "./fetch.ts";
import { scriptedSearch } from "./search.ts";
import { DEFAULT_CREDITS, DEFAULT_NOW, type HarnessOptions } from "../options.ts";
import { createUnexpectedCalls, type UnexpectedCalls } from "./unexpected-calls.ts";
import { createVirtualTime, type FakeTime, type VirtualTime } from "../time/virtual-time.ts";

/** Options of {@link createFakeServices}. */
export type FakeServicesOptions = Pick<
  HarnessOptions,
  "models" | "credits" | "freeImagesPerDay" | "search" | "userId"
> & {
  readonly time: FakeTime;
  /** What `getPlatformCreds` returns, or a function that gives it at each call. @default none configured */
  readonly credentials?: FakeCredentials | (() => FakeCredentials);
  /** @default in memory */
  readonly storage?: StorageProvider;
  /** Caches the results of searches. @default in memory */
  readonly searchCache?: SearchServiceSetup["cache"];
};

/** The account's credits: 100 are one USD. */
export interface CreditAccount {
  /** The credits that can be spent, without those reserved for running calls. */
  readonly balance: number;
  /** All that was charged so far. */
  readonly spent: number;
  set(balance: number): void;
}

/** The fakes of a host's services. */
export interface FakeServices {
  readonly credits: CreditAccount;
  readonly storage: StorageProvider;
  readonly ai: AIService;
  readonly getPlatformCreds: GetPlatformCreds;
  readonly storageOf: (slug: string) => Storage;
  readonly servicesFor: (slug: string) => Partial<PluginServices>;
}

/**
 * Makes the `services` option of a dispatcher: the services of a host, with scripted models and
 * searches as their providers. For hosts on a developer's machine.
 *
 * @example
 * const time = { now: Date.now, wait: (ms) => setTimeout(ms) }; // of node:timers/promises
 * const { servicesFor } = createFakeServices({ time, models: { "*": { answers: "yes" } } });
 * const dispatcher = createDispatcher({ plugins, bot, services: servicesFor });
 */
export function createFakeServices(options: FakeServicesOptions): FakeServices {
  // Timeouts use real timers, because a `FakeTime` has no callbacks.
  const { time } = options;
  const clock: Clock = {
    now: () => time.now(),
    after: (ms, callback) => systemClock.after(ms, callback),
  };
  return openServices(options, clock, createUnexpectedCalls());
}

function openServices(
  options: FakeServicesOptions,
  clock: Clock,
  unexpectedCalls: UnexpectedCalls,
): FakeServices {
  const { models = {}, freeImagesPerDay = 0, userId = 1, time, credentials = {} } = options;
  const { storage = createMemoryStorage(), searchCache } = options;
  const ledger = createMemoryLedger({ clock });
  ledger.setBalance(userId, options.credits ?? DEFAULT_CREDITS);
  const scripted = createScriptedAI({ models, time, unexpectedCalls });
  const { catalog, provider } = scripted;
  const services = createServices({
    ai: { models: catalog, providers: { [SCRIPTED]: provider }, ledger, freeImagesPerDay },
    search: {
      providers: [scriptedSearch(options.search, unexpectedCalls)],
      ...(searchCache && { cache: searchCache }),
    },
    credentials: scriptedCredentials(
      typeof credentials === "function" ? credentials : () => credentials,
    ),
    clock,
  }).forAccount(userId);
  const storageOf = (slug: string): Storage => storage.open(userId, slug);
  return {
    credits: {
      get balance() {
        return ledger.balanceOf(userId);
      },
      get spent() {
        return ledger.spentBy(userId);
      },
      set: (credits) => ledger.setBalance(userId, credits),
    },
    storage,
    ai: scripted.watch(services("").aiService),
    getPlatformCreds: services("").getPlatformCreds,
    storageOf,
    servicesFor(slug) {
      const { aiService, searchService, getPlatformCreds } = services(slug);
      return {
        storage: storageOf(slug),
        aiService: scripted.watch(aiService),
        searchService: watchSearch(searchService),
        getPlatformCreds,
      };
    },
  };
}

/** The search; for a query without a scripted answer it rejects with that error, not as a failed provider. */
function watchSearch(service: SearchService): SearchService {
  return {
    search: (query, options) =>
      service.search(query, options).catch((error: unknown) => {
        const cause = error instanceof Error ? error.cause : undefined;
        throw isBotwrightError(cause) && cause.code === "NOT_SCRIPTED" ? cause : error;
      }),
  };
}

/** The fakes of a harness. */
export interface FakeHost extends FakeServices {
  readonly time: VirtualTime;
  readonly unexpectedCalls: UnexpectedCalls;
  readonly fetch: SandboxFetch;
}

/** Makes the fakes of one harness. */
export function createFakeHost(options: HarnessOptions): FakeHost {
  const time = createVirtualTime(new Date(options.now ?? DEFAULT_NOW).getTime());
  const unexpectedCalls = createUnexpectedCalls();
  const fetchMs = options.limits?.fetchMs ?? DEFAULT_LIMITS.fetchMs;
  return {
    ...openServices({ ...options, time }, time, unexpectedCalls),
    time,
    unexpectedCalls,
    fetch: createFakeFetch({ routes: options.fetch ?? {}, fetchMs, time, unexpectedCalls }),
  };
}
