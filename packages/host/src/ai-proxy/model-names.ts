import type { Clock } from "@botwright/core";
import {
  type FetchFunction,
  listModelNames,
  type RateDecision,
  type RateLimiter,
  readApiKey,
  readBaseUrl,
} from "@botwright/services";
import { hostRateLimitKeyOf } from "../accounts/rate-limit-keys.ts";

/** The body of `POST /api/plugins/ai-models`. */
export interface ModelNamesRequest {
  /** The base URL of an OpenAI-compatible API, with its version. */
  readonly api_base_url: string;
  /** Neither stored nor logged. An empty one is not sent. */
  readonly api_key: string;
}

/** The answer of `POST /api/plugins/ai-models`. */
export interface ModelNamesAnswer {
  readonly models: readonly string[];
}

/** Options of {@link createModelNames}. */
export interface ModelNamesOptions {
  /** Counts the requests of an account, over all nodes. */
  readonly limiter: RateLimiter;
  /** @default a guarded fetch, which reaches public HTTPS addresses only */
  readonly fetch?: FetchFunction;
  readonly clock?: Clock;
}

/** Requests the names of the models of users' own servers. */
export interface ModelNames {
  /** Counts a request: 30 a minute for each account. */
  admit(userId: number): Promise<RateDecision>;
  /**
   * @throws {InvalidInputError} `INVALID_INPUT` naming the field
   * @throws {ProviderError} with the reason in words, without the key
   */
  list(request: ModelNamesRequest): Promise<ModelNamesAnswer>;
}

const RATE = { limit: 30, windowMs: 60_000 };
/** The most names in an answer; further ones are left out. */
const MAX_NAMES = 1000;
/** The most characters of a name; longer names are left out. */
const MAX_NAME = 200;

/** Creates {@link ModelNames}, which answers `POST /api/plugins/ai-models`. */
export function createModelNames({ limiter, fetch, clock }: ModelNamesOptions): ModelNames {
  return {
    admit: (userId) => limiter.take(hostRateLimitKeyOf("ai-models", userId), RATE),
    async list({ api_base_url: address, api_key: key }) {
      const names = await listModelNames({
        baseUrl: readBaseUrl(address, "api_base_url"),
        ...(key.trim() !== "" && { apiKey: readApiKey(key, "api_key") }),
        ...(fetch !== undefined && { fetch }),
        ...(clock !== undefined && { clock }),
      });
      return { models: [...usableOf(names)] };
    },
  };
}

/** The first usable names, each once. */
function usableOf(names: readonly string[]): ReadonlySet<string> {
  const usable = new Set<string>();
  for (const name of names) {
    if (usable.size === MAX_NAMES) break;
    if (name !== "" && name.length <= MAX_NAME) usable.add(name);
  }
  return usable;
}
