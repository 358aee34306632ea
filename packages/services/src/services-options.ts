import type { Clock, KeyValueStore, Logger, SearchResult, StorageLimits } from "@botwright/core";
import type { AILimits, FindProvider } from "./ai/ai-options.ts";
import type { ModelCatalog, ModelDefinition } from "./ai/models.ts";
import type { Cache } from "./ports/cache.ts";
import type { CredentialStore } from "./ports/credential-store.ts";
import type { Ledger } from "./ports/ledger.ts";
import type { ModelProvider } from "./ports/model-provider.ts";
import type { RateLimiter } from "./ports/rate-limiter.ts";
import type { SearchProvider } from "./ports/search-provider.ts";
import type { Secrets } from "./ports/secrets.ts";
import type { ServiceLog } from "./ports/service-log.ts";
import type { UsageCounter } from "./ports/usage-counter.ts";
import type { SearchLimits } from "./search/search-options.ts";

/** Models, their providers and accounts. */
export interface AIOptions {
  /** A list, or a catalogue that is read on every call. */
  readonly models: readonly ModelDefinition[] | ModelCatalog;
  /** Providers by name, as in a model's `provider`, or a function that finds a provider by name. */
  readonly providers: Readonly<Record<string, ModelProvider>> | FindProvider;
  /** @default in memory, every account with 0 credits */
  readonly ledger?: Ledger;
  /** Free images per account and day; a function is called each time. @default 0 */
  readonly freeImagesPerDay?: number | (() => Promise<number>);
  /** Counts the images of a day. @default in memory */
  readonly usage?: UsageCounter;
  /** The time zone whose calendar days are used. @default "UTC" */
  readonly timeZone?: string;
  /** @default those of `LIMITS.freeAI`, and `LIMITS.call.wallMs` as `timeoutMs` */
  readonly limits?: Partial<AILimits>;
}

/** Search engines, and the cache of their answers. */
export interface SearchServiceSetup {
  /** In the order in which they are tried; a function is called for each search. */
  readonly providers: readonly SearchProvider[] | (() => Promise<readonly SearchProvider[]>);
  /** @default in memory */
  readonly cache?: Cache<SearchResult>;
  /** @default those of `LIMITS.search` */
  readonly limits?: Partial<SearchLimits>;
}

/** The source of `getPlatformCreds`. */
export interface CredentialsSetup {
  readonly store: CredentialStore;
  readonly secrets: Secrets;
}

/** Options of {@link createServices}. */
export interface ServicesOptions {
  /** Stores the values of plugins. @default in memory */
  store?: KeyValueStore;
  /** @default LIMITS.storage */
  storageLimits?: StorageLimits;
  /** @default no models */
  ai?: AIOptions;
  /** @default no search */
  search?: SearchServiceSetup;
  /** @default no credentials */
  credentials?: CredentialsSetup;
  /** Counts calls of free models and searches. @default in memory */
  limiter?: RateLimiter;
  /** Records the uses of services. @default no record */
  log?: ServiceLog;
  logger?: Logger;
  clock?: Clock;
}
