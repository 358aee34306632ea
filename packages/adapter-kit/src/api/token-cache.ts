import { type Clock, systemClock } from "@botwright/core";
import { boundedTime } from "./server-time.ts";

/** A new access token from the platform. */
export interface FreshToken {
  readonly token: string;
  /** How long the token is valid, in milliseconds. */
  readonly lifeMs: number;
}

/** Options of {@link createTokenCache}. */
export interface TokenCacheOptions {
  /** Asks the platform for a token. */
  readonly fetch: () => Promise<FreshToken>;
  /** How many milliseconds before its expiry a token is replaced. @default 180_000 */
  readonly earlyMs?: number;
  /** Whether this error means that the platform refuses the credentials; they are then not tried again for a minute. */
  readonly isRefusal?: (error: unknown) => boolean;
  /** Called at each refusal. */
  readonly onRefused?: ((error: unknown) => void) | undefined;
  readonly clock?: Clock;
}

/** Caches the access token of one application. */
export interface TokenCache {
  /** Returns the token; simultaneous callers share one request. */
  get(): Promise<string>;
  /** Forgets this token, which the platform has refused. Does nothing if the cache holds a newer token. */
  drop(token: string): void;
  /** The tokens to redact: the newest two, because errors that hold the previous one may come late. */
  secrets(): readonly string[];
  /**
   * Runs a function with the token, and once more with a new token if the first has expired.
   * @example
   * await tokens.use((token) => call(token), (error) => hasCode(error, "PLATFORM_UNAUTHORIZED"));
   */
  use<Result>(
    run: (token: string) => Promise<Result>,
    isExpired: (error: unknown) => boolean,
  ): Promise<Result>;
}

/** Bounds of a token's validity, in milliseconds. */
const LIFE_MS = { min: 60_000, max: 30 * 24 * 3_600_000 };

/** Milliseconds before refused credentials are tried again. */
const REFUSED_MS = 60_000;

/** Makes a {@link TokenCache}. Of the failures, it remembers only a refusal of the credentials, for a minute. */
export function createTokenCache(options: TokenCacheOptions): TokenCache {
  const { earlyMs = 180_000, isRefusal = () => false, clock = systemClock } = options;
  let kept: { readonly token: string; readonly until: number } | undefined;
  let fetching: Promise<string> | undefined;
  let refused: { readonly error: unknown; readonly at: number } | undefined;
  let known: readonly string[] = [];

  async function refresh(): Promise<string> {
    try {
      const { token, lifeMs: given } = await options.fetch();
      const lifeMs = boundedTime(given, LIFE_MS) ?? LIFE_MS.min;
      known = [token, ...known].slice(0, 2);
      // At least half of the validity, so that a short-lived token does not lead to one request per call.
      kept = { token, until: clock.now() + Math.max(lifeMs - earlyMs, lifeMs / 2) };
      return token;
    } catch (error) {
      if (isRefusal(error)) {
        refused = { error, at: clock.now() };
        options.onRefused?.(error);
      }
      throw error;
    } finally {
      fetching = undefined;
    }
  }

  async function get(): Promise<string> {
    if (kept !== undefined && clock.now() < kept.until) return kept.token;
    const passedMs = clock.now() - (refused?.at ?? -Infinity);
    // A negative duration means that the clock was set back, maybe by hours.
    if (passedMs >= 0 && passedMs < REFUSED_MS) throw refused?.error;
    refused = undefined;
    return (fetching ??= refresh());
  }

  function drop(token: string): void {
    if (kept?.token === token) kept = undefined;
  }

  return {
    get,
    drop,
    secrets: () => known,
    async use(run, isExpired) {
      const token = await get();
      try {
        return await run(token);
      } catch (error) {
        if (!isExpired(error)) throw error;
        drop(token);
        return run(await get());
      }
    },
  };
}
