import { type Clock, entryLimit, systemClock } from "@botwright/core";
import { LRUCache } from "lru-cache";
import type { RateLimiter } from "../ports/rate-limiter.ts";

/** Options of {@link createMemoryRateLimiter}. */
export interface MemoryRateLimiterOptions {
  /** Keys to keep; the least recently used is forgotten. @default 100_000 */
  keys?: number;
  clock?: Clock;
}

/**
 * Creates a rate limiter in memory, with a sliding window: it stores the time of each event, so that the
 * limit holds in every interval of the window's length.
 *
 * @example
 * const limiter = createMemoryRateLimiter();
 * await limiter.take("search/user/7", { limit: 30, windowMs: 60_000 }); // { allowed: true }
 */
export function createMemoryRateLimiter(options: MemoryRateLimiterOptions = {}): RateLimiter {
  const { keys = 100_000, clock = systemClock } = options;
  /** Event times by key, oldest first. */
  const events = new LRUCache<string, readonly number[]>(entryLimit(keys));
  return {
    async take(key, { limit, windowMs }) {
      const now = clock.now();
      const recent = (events.get(key) ?? []).filter((time) => time > now - windowMs);
      const allowed = recent.length < limit;
      events.set(key, allowed ? [...recent, now] : recent);
      if (allowed) return { allowed };
      // If the limit was lowered in the meantime, several events must expire.
      const oldest = recent[recent.length - limit] ?? now;
      return { allowed, retryAfterMs: oldest + windowMs - now };
    },
  };
}
