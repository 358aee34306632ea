import { type Clock, entryLimit, systemClock } from "@botwright/core";
import { LRUCache } from "lru-cache";
import type { RateLimiter } from "../ports/rate-limiter.ts";

/** Options of {@link createMemoryRateLimiter}. */
export interface MemoryRateLimiterOptions {
  /** Keys to keep; the least recently used is forgotten. @default 100_000 */
  keys?: number;
  clock?: Clock;
}

/** Maximum events of a key whose times are stored exactly: a limit up to this number is exact. */
const EXACT_TIMES = 64;

/** Number of steps of a window; the times of further events are rounded up to the end of a step. */
const STEPS = 64;

/** The events of a key: the number of events at each time, oldest first. */
interface Events {
  readonly times: number[];
  readonly counts: number[];
}

/**
 * Creates a rate limiter in memory, with a sliding window: the limit holds in every interval of the window's length.
 *
 * It stores the times of a key's events. After the first 64 a time is rounded up to the next 64th of the window, so
 * that a key needs about 2 KB at most, whatever its limit; such an event counts for up to a 64th of the window
 * longer.
 *
 * @example
 * const limiter = createMemoryRateLimiter();
 * await limiter.take("search/user/7", { limit: 30, windowMs: 60_000 }); // { allowed: true }
 */
export function createMemoryRateLimiter(options: MemoryRateLimiterOptions = {}): RateLimiter {
  const { keys = 100_000, clock = systemClock } = options;
  const known = new LRUCache<string, Events>(entryLimit(keys));
  return {
    async take(key, { limit, windowMs }) {
      const now = clock.now();
      const events = known.get(key) ?? { times: [], counts: [] };
      known.set(key, events);
      forgetUntil(events, now - windowMs);
      if ((events.times.at(-1) ?? now) > now + stepOf(windowMs)) setBack(events, now);
      let left = events.counts.reduce((sum, count) => sum + count, 0);
      if (left < limit) {
        add(events, now, windowMs);
        return { allowed: true };
      }
      // If the limit was lowered in the meantime, several events must expire.
      const free = events.times.find((_, place) => (left -= events.counts[place] ?? 0) < limit);
      return { allowed: false, retryAfterMs: (free ?? now) + windowMs - now };
    },
  };
}

/** Forgets the events at or before this time. */
function forgetUntil({ times, counts }: Events, until: number): void {
  const kept = times.findIndex((time) => time > until);
  const forgotten = kept === -1 ? times.length : kept;
  times.splice(0, forgotten);
  counts.splice(0, forgotten);
}

/** Moves events in the future to the present, because the clock was set back. */
function setBack({ times }: Events, now: number): void {
  for (const [place, time] of times.entries()) times[place] = Math.min(time, now);
}

function stepOf(windowMs: number): number {
  return Math.ceil(windowMs / STEPS);
}

function add({ times, counts }: Events, now: number, windowMs: number): void {
  const step = stepOf(windowMs);
  const time = times.length < EXACT_TIMES ? now : Math.ceil(now / step) * step;
  const last = times.length - 1;
  if ((times[last] ?? -Infinity) >= time) counts[last] = (counts[last] ?? 0) + 1;
  else {
    times.push(time);
    counts.push(1);
  }
}
