import {
  type Clock,
  isBotwrightError,
  type Logger,
  SearchError,
  type SearchErrorCode,
  type SearchHit,
} from "@botwright/core";
import { isNetworkFailure, isProviderError, ProviderError } from "../errors.ts";
import { createOutageLog } from "../outage-log.ts";
import type { SearchProvider, SearchRequest } from "../ports/search-provider.ts";
import { withTimeout } from "../with-timeout.ts";

/** Options of {@link createSearchFailover}. */
export interface AskProvidersOptions {
  /** The providers, in the order in which they are tried. */
  readonly providers: () => Promise<readonly SearchProvider[]>;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** The hits, and the provider that found them. */
export interface FoundHits {
  readonly hits: readonly SearchHit[];
  readonly source: string;
}

const CODES: ReadonlySet<string> = new Set<SearchErrorCode>([
  "INVALID_QUERY",
  "USER_RATE_LIMIT",
  "PLUGIN_RATE_LIMIT",
  "API_ERROR",
  "NETWORK_ERROR",
]);
/**
 * Maximum pause of a provider, in milliseconds; a provider that requests a longer one is tried again after this time.
 */
const MAX_PAUSE_MS = 3_600_000;

/**
 * Creates a function that tries one provider after another until one answers. A provider that has reported a rate
 * limit is skipped until its pause has ended. Each provider gets an equal share of the time until the deadline.
 *
 * @returns a function that rejects with a {@link SearchError}: `NETWORK_ERROR` when no provider could be reached,
 * otherwise `API_ERROR`; a {@link SearchError} of a provider is passed on unchanged
 */
export function createSearchFailover(
  options: AskProvidersOptions,
): (request: SearchRequest, deadline: number) => Promise<FoundHits> {
  const { clock, logger } = options;
  const outages = createOutageLog({ logger, what: "a search provider" });
  const pausedUntil = new WeakMap<SearchProvider, number>();

  async function askOne(
    provider: SearchProvider,
    request: SearchRequest,
    shareMs: number,
  ): Promise<FoundHits> {
    const { name } = provider;
    const timedOut = (): ProviderError =>
      new ProviderError(`${name} did not answer within ${shareMs} ms`, {
        code: "PROVIDER_TIMEOUT",
      });
    const hits = await withTimeout({ clock, timeoutMs: shareMs, timedOut }, (signal) =>
      provider.search(request, { signal }),
    );
    outages.answered(name);
    return { hits, source: name };
  }

  function onFailure(provider: SearchProvider, error: unknown): void {
    outages.failed(provider.name, error);
    const restMs = isProviderError(error) ? error.retryAfterMs : undefined;
    if (restMs === undefined) return;
    pausedUntil.set(provider, clock.now() + Math.min(restMs, MAX_PAUSE_MS));
  }

  return async (request, deadline) => {
    const providers = await options.providers();
    const now = clock.now();
    const ready = providers.filter((provider) => {
      const restMs = (pausedUntil.get(provider) ?? 0) - now;
      // A rest longer than the longest pause means that the clock was set back.
      return restMs <= 0 || restMs > MAX_PAUSE_MS;
    });
    const failures: unknown[] = [];
    for (const [index, provider] of ready.entries()) {
      const leftMs = deadline - clock.now();
      try {
        return await askOne(provider, request, Math.ceil(leftMs / (ready.length - index)));
      } catch (error) {
        if (isSearchError(error)) throw error;
        onFailure(provider, error);
        failures.push(error);
      }
    }
    throw allFailed(providers.length, failures);
  };
}

function isSearchError(error: unknown): boolean {
  return isBotwrightError(error) && CODES.has(error.code);
}

function allFailed(providers: number, failures: readonly unknown[]): SearchError {
  const [cause] = failures;
  if (failures.length > 0 && failures.every(isNetworkFailure)) {
    return new SearchError("the search provider cannot be reached: try again later", {
      code: "NETWORK_ERROR",
      cause,
    });
  }
  const message =
    providers === 0
      ? "this host has no search service configured"
      : "the search provider failed: try again later";
  return new SearchError(message, { code: "API_ERROR", cause });
}
