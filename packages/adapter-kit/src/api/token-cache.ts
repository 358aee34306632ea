import { type Clock, systemClock } from "@botwright/core";
import { boundedTime } from "./server-time.ts";

/** An access token as a platform gives it. */
export interface FreshToken {
  readonly token: string;
  /** Milliseconds for which it is valid. */
  readonly lifeMs: number;
}

/** Options of {@link createTokenCache}. */
export interface TokenCacheOptions {
  /** Asks the platform for a token. */
  readonly fetch: () => Promise<FreshToken>;
  /** Milliseconds before its end at which a token is no longer used. @default 180_000 */
  readonly earlyMs?: number;
  /** Whether the platform refuses the credentials: they are not tried again for a minute then. */
  readonly isRefusal?: (error: unknown) => boolean;
  /** Called at each refusal. */
  readonly onRefused?: ((error: unknown) => void) | undefined;
  readonly clock?: Clock;
}

/** The access token of one application. */
export interface TokenCache {
  /** The token; callers at the same time cause one request. */
  get(): Promise<string>;
  /** Forgets this token, which the platform refuses, unless the cache has a newer one already. */
  drop(token: string): void;
  /** The tokens that must show up nowhere: the newest two, since errors of the last may come late. */
  secrets(): readonly string[];
  /**
   * Does something with the token, and once more with a new one if it had expired.
   * @example
   * await tokens.use((token) => call(token), (error) => hasCode(error, "PLATFORM_TOKEN_EXPIRED"));
   */
  use<Result>(
    run: (token: string) => Promise<Result>,
    isExpired: (error: unknown) => boolean,
  ): Promise<Result>;
}

/** Milliseconds for which a token may be good. */
const LIFE_MS = { min: 60_000, max: 30 * 24 * 3_600_000 };

/** Credentials that were refused are not tried again before. */
const REFUSED_MS = 60_000;

/** Keeps an application's access token until shortly before its end. A failure is not kept, but for a refusal. */
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
      // A short life must not lead to a request per call.
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
    // Less than nothing: the clock was set back, maybe by hours.
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
