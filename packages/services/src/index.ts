/**
 * The services that plugins use: storage, AI, search, credentials and credits with their rules, on top of small
 * ports.
 *
 * @module
 */

// The entry point: services for the plugins of each account.
export { createServices, type InstallationServices, type Services } from "./create-services.ts";
export type {
  AIOptions,
  CredentialsSetup,
  SearchServiceSetup,
  ServicesOptions,
} from "./services-options.ts";
export { rateLimitKeyOf, SERVICE_RATE_LIMITS } from "./rate-limit-keys.ts";
export { createDayOf } from "./ai/day.ts";
export { IMAGE_COUNTER_PREFIX, imageCounterOf, imageCounterPrefixOf } from "./ai/image-counter.ts";
export type { AILimits, FindProvider } from "./ai/ai-options.ts";
export type { BilledAIService } from "./ai/ai-service.ts";
export type { SearchLimits } from "./search/search-options.ts";
export { createModelCatalog, type ModelCatalog, type ModelDefinition } from "./ai/models.ts";

// Credits: maintenance for operators.
export { refundAbandonedReservations, type RefundOptions } from "./ai/refund-abandoned.ts";

// Providers of models and searches.
export { callModelProvider, type CallModelProviderOptions } from "./ai/call-model-provider.ts";
export { readApiKey } from "./providers/api-key.ts";
export { readBaseUrl } from "./providers/base-url.ts";
export { createOpenAIProvider, type OpenAIProviderOptions } from "./providers/models/openai.ts";
export { listModelNames, type ListModelNamesOptions } from "./providers/models/list-models.ts";
export { createSearxngProvider, type SearxngProviderOptions } from "./providers/search/searxng.ts";
export { createBraveProvider, type BraveProviderOptions } from "./providers/search/brave.ts";
export { createTavilyProvider, type TavilyProviderOptions } from "./providers/search/tavily.ts";
export {
  createDuckDuckGoProvider,
  type DuckDuckGoProviderOptions,
} from "./providers/search/duckduckgo.ts";
export type { FetchFunction, HttpProviderOptions } from "./providers/http.ts";
export { ProviderError, type ProviderErrorCode } from "./errors.ts";
export { createOutageLog, type OutageLog, type OutageLogOptions } from "./outage-log.ts";

// A store for small hosts, and the encryption of secrets.
export { type FileStore, type FileStoreOptions, openFileStore } from "./file/file-store.ts";
export { chooseCredentials } from "./credentials/credentials.ts";
export { type AesSecretsOptions, createAesSecrets } from "./credentials/aes-secrets.ts";

// The ports that a host can implement.
export type {
  ChatCompletion,
  ChatRequest,
  GeneratedImage,
  ImageRequest,
  ModelProvider,
  ProviderCall,
} from "./ports/model-provider.ts";
export type { SearchProvider, SearchRequest } from "./ports/search-provider.ts";
export type {
  Ledger,
  LedgerMovement,
  LedgerRow,
  LedgerRowKind,
  LedgerSubject,
  Reservation,
  ReservationInput,
  ReservationResult,
  SpendingLimit,
  SpendingStatus,
} from "./ports/ledger.ts";
export type { RateDecision, RateLimit, RateLimiter } from "./ports/rate-limiter.ts";
export type { UsageCounter, UsageEvent } from "./ports/usage-counter.ts";
export type { Cache } from "./ports/cache.ts";
export type { Secrets } from "./ports/secrets.ts";
export {
  credentialsContext,
  type CredentialStore,
  type StoredCredentials,
} from "./ports/credential-store.ts";
export type {
  AILogEntry,
  CredentialsLogEntry,
  SearchLogEntry,
  ServiceLog,
  ServiceLogEntry,
} from "./ports/service-log.ts";

// In-memory implementations of the ports, for tests and for hosts without persistence.
export {
  createMemoryLedger,
  type MemoryLedger,
  type MemoryLedgerOptions,
} from "./memory/ledger.ts";
export { createMemoryRateLimiter, type MemoryRateLimiterOptions } from "./memory/rate-limiter.ts";
export {
  createMemoryUsageCounter,
  type MemoryUsageCounterOptions,
} from "./memory/usage-counter.ts";
export { createMemoryCache, type MemoryCacheOptions } from "./memory/cache.ts";
export { createMemoryServiceLog, type MemoryServiceLog } from "./memory/service-log.ts";
export {
  createMemoryCredentialStore,
  type CredentialsInput,
  type MemoryCredentialStore,
  type MemoryCredentialStoreOptions,
} from "./memory/credential-store.ts";
export { assertCredits, assertLimits, unknownReservation, invalidAmount } from "./ledger-errors.ts";
