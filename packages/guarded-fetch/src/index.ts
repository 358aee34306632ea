/** Fetching from the Internet, and from nowhere else. @module */
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

/** A resolver to choose in place of the default one. */
export { resolveBySystem } from "./dns.ts";

/** Host patterns, as permissions hold them. */
export { matchesHost } from "./hosts.ts";

/** The policy alone, for fakes of the network. */
export { checkFetchAddress } from "./policy.ts";

/** Compare `code`. */
export { GuardedFetchError } from "./errors.ts";
export type { GuardedFetchErrorCode } from "./errors.ts";
