import { type Clock, systemClock } from "@botwright/core";
import { LRUCache } from "lru-cache";
import type { RateLimiter } from "../ports/rate-limiter.ts";

/** Options of {@link createMemoryRateLimiter}. */
export interface MemoryRateLimiterOptions {
  /** Keys that it remembers; the one that was not used for longest is forgotten. @default 100_000 */
  keys?: number;
  clock?: Clock;
}

/**
 * Makes a rate limiter in memory. It remembers the time of each event, so the limit holds in every
 * span of the window's length, also across the borders of minutes.
 *
 * @example
 * const limiter = createMemoryRateLimiter();
 * await limiter.take("search/user/7", { limit: 30, windowMs: 60_000 }); // { allowed: true }
 */
export function createMemoryRateLimiter(options: MemoryRateLimiterOptions = {}): RateLimiter {
  const { keys = 100_000, clock = systemClock } = options;
  /** The times of each key's events, oldest first. */
  const events = new LRUCache<string, readonly number[]>({ max: keys });
  return {
    async take(key, { limit, windowMs }) {
      const now = clock.now();
      const recent = (events.get(key) ?? []).filter((time) => time > now - windowMs);
      const allowed = recent.length < limit;
      events.set(key, allowed ? [...recent, now] : recent);
      if (allowed) return { allowed };
      // With the limit lowered meanwhile, more than the oldest event must pass.
      const oldest = recent[recent.length - limit] ?? now;
      return { allowed, retryAfterMs: oldest + windowMs - now };
    },
  };
}
