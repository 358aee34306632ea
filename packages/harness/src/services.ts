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
import { createNotScripted, type NotScripted } from "./scripted.ts";
import { createVirtualTime, type VirtualTime } from "./virtual-time.ts";

/** Everything that stands in for a host. */
export interface FakeHost {
  readonly time: VirtualTime;
  readonly notScripted: NotScripted;
  readonly credits: CreditAccount;
  readonly fetch: SandboxFetch;
  readonly storage: StorageProvider;
  readonly ai: AIService;
  readonly getPlatformCreds: GetPlatformCreds;
  readonly storageOf: (slug: string) => Storage;
  readonly servicesFor: (slug: string) => Partial<PluginServices>;
}

/** Makes the fakes of one harness. */
export function createFakeHost(options: HarnessOptions): FakeHost {
  const { models = {}, fetch: routes = {}, freeImagesPerDay = 0, userId = 1 } = options;
  const time = createVirtualTime(new Date(options.now ?? DEFAULT_NOW).getTime());
  const notScripted = createNotScripted();
  const credits = createCreditAccount(options.credits ?? DEFAULT_CREDITS);
  const storage = createMemoryStorage();
  const ai = createFakeAI({ models, credits, freeImagesPerDay, time, notScripted });
  const fetchMs = options.limits?.fetchMs ?? DEFAULT_LIMITS.fetchMs;
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
    time,
    notScripted,
    credits,
    storage,
    ai,
    getPlatformCreds,
    fetch: createFakeFetch({ routes, fetchMs, time, notScripted }),
    storageOf,
    servicesFor: (slug) => ({
      storage: storageOf(slug),
      aiService: ai,
      searchService: searchFor(slug),
      getPlatformCreds,
    }),
  };
}
