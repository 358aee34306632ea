import {
  type AIService,
  createMemoryStorage,
  type GetPlatformCreds,
  type PluginServices,
  type SearchService,
  type Storage,
  type StorageProvider,
} from "@botwright/core";
import { DEFAULT_LIMITS, type SandboxFetch } from "@botwright/sandbox";
import { createFakeAI } from "./fakes/ai.ts";
import { createFakeCredentials } from "./fakes/credentials.ts";
import { createCreditAccount, type CreditAccount } from "./fakes/credits.ts";
import { createFakeFetch } from "./fakes/fetch.ts";
import { createFakeSearch, createUserWindow } from "./fakes/search.ts";
import { DEFAULT_CREDITS, DEFAULT_NOW, type HarnessOptions } from "./options.ts";
import { createUnexpectedCalls, type UnexpectedCalls } from "./unexpected-calls.ts";
import { createVirtualTime, type FakeTime, type VirtualTime } from "./virtual-time.ts";

/** Options of {@link createFakeServices}. */
export type FakeServicesOptions = Pick<
  HarnessOptions,
  "models" | "credits" | "freeImagesPerDay" | "search" | "credentials" | "userId"
> & {
  readonly time: FakeTime;
  /** @default in memory */
  readonly storage?: StorageProvider;
};

/** What stands in for a host's services. */
export interface FakeServices {
  readonly credits: CreditAccount;
  readonly storage: StorageProvider;
  readonly ai: AIService;
  readonly getPlatformCreds: GetPlatformCreds;
  readonly storageOf: (slug: string) => Storage;
  readonly servicesFor: (slug: string) => Partial<PluginServices>;
}

/**
 * Makes what a dispatcher hands to plugins out of fakes: for hosts on a developer's machine.
 *
 * @example
 * const time = { now: Date.now, wait: (ms) => setTimeout(ms) }; // of node:timers/promises
 * const { servicesFor } = createFakeServices({ time, models: { "*": { answers: "yes" } } });
 * const dispatcher = createDispatcher({ plugins, bot, services: servicesFor });
 */
export function createFakeServices(options: FakeServicesOptions): FakeServices {
  return createServices(options, createUnexpectedCalls());
}

function createServices(options: FakeServicesOptions, notScripted: UnexpectedCalls): FakeServices {
  const { models = {}, freeImagesPerDay = 0, userId = 1, time } = options;
  const { storage = createMemoryStorage() } = options;
  const credits = createCreditAccount(options.credits ?? DEFAULT_CREDITS);
  const ai = createFakeAI({ models, credits, freeImagesPerDay, time, notScripted });
  const ofUser = createUserWindow();
  const searches = new Map<string, SearchService>();
  const getPlatformCreds = createFakeCredentials(options.credentials);
  const searchFor = (slug: string): SearchService => {
    const known =
      searches.get(slug) ?? createFakeSearch({ script: options.search, time, notScripted, ofUser });
    searches.set(slug, known);
    return known;
  };
  const storageOf = (slug: string): Storage => storage.open(userId, slug);
  return {
    credits,
    storage,
    ai,
    getPlatformCreds,
    storageOf,
    servicesFor: (slug) => ({
      storage: storageOf(slug),
      aiService: ai,
      searchService: searchFor(slug),
      getPlatformCreds,
    }),
  };
}

/** Everything that stands in for a host. */
export interface FakeHost extends FakeServices {
  readonly time: VirtualTime;
  readonly notScripted: UnexpectedCalls;
  readonly fetch: SandboxFetch;
}

/** Makes the fakes of one harness. */
export function createFakeHost(options: HarnessOptions): FakeHost {
  const time = createVirtualTime(new Date(options.now ?? DEFAULT_NOW).getTime());
  const notScripted = createUnexpectedCalls();
  const fetchMs = options.limits?.fetchMs ?? DEFAULT_LIMITS.fetchMs;
  return {
    ...createServices({ ...options, time }, notScripted),
    time,
    notScripted,
    fetch: createFakeFetch({ routes: options.fetch ?? {}, fetchMs, time, notScripted }),
  };
}
