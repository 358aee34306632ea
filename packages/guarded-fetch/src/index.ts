/** Fetches from public Internet addresses only. @module */
export { createGuardedFetch } from "./guarded-fetch.ts";
export type { GuardedFetch } from "./guarded-fetch.ts";
export type {
  GuardedFetchInit,
  GuardedFetchOptions,
  LoadLimits,
  Lookup,
  LookupOptions,
  ResolvedAddress,
} from "./options.ts";

/** An alternative to the default resolver. */
export { resolveBySystem } from "./dns/dns.ts";

/** Matches host patterns, as permissions contain them. */
export { createHostMatcher, type HostMatcher } from "./address/hosts.ts";

/** The rules without a network, for fakes of the network. */
export { checkFetchAddress } from "./address/policy.ts";
export {
  isRedirect,
  type RedirectableRequest,
  redirectRequest,
} from "./exchange/redirect-request.ts";

/** Compare `code`. */
export { GuardedFetchError } from "./errors.ts";
export type { GuardedFetchErrorCode } from "./errors.ts";
