/**
 * Contract suites of the ports: the rules for every implementation, without a test framework.
 *
 * @example
 * for (const { name, run } of cacheContract(() => createMemoryCache())) test(name, run);
 *
 * @module
 */
export { type CacheContractContext, cacheContract } from "./contract/cache.ts";
export { type LedgerContractContext, ledgerContract } from "./contract/ledger.ts";
export { modelProviderContract } from "./contract/model-provider.ts";
export type { OpenProvider, ProviderFault, ProviderFixture } from "./contract/provider-faults.ts";
export {
  type CredentialStoreContractContext,
  credentialStoreContract,
  type CredentialsToStore,
} from "./contract/credential-store.ts";
export { type RateLimiterContractContext, rateLimiterContract } from "./contract/rate-limiter.ts";
export { searchProviderContract } from "./contract/search-provider.ts";
export { secretsContract } from "./contract/secrets.ts";
export { type ServiceLogContractContext, serviceLogContract } from "./contract/service-log.ts";
export { usageCounterContract } from "./contract/usage-counter.ts";
