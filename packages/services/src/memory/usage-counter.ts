import { entryLimit } from "@botwright/core";
import { LRUCache } from "lru-cache";
import type { UsageCounter, UsageEvent } from "../ports/usage-counter.ts";

/** Options of {@link createMemoryUsageCounter}. */
export interface MemoryUsageCounterOptions {
  /** Counters to keep; the least recently used is forgotten. @default 10_000 */
  counters?: number;
}

/** Creates a usage counter in memory. */
export function createMemoryUsageCounter(options: MemoryUsageCounterOptions = {}): UsageCounter {
  /** The events by counter and id. */
  const counters = new LRUCache<string, Map<string, UsageEvent>>(
    entryLimit(options.counters ?? 10_000),
  );
  let attempts = 0;
  return {
    async add(counter, id) {
      const counted = counters.get(counter) ?? new Map<string, UsageEvent>();
      counters.set(counter, counted);
      attempts += 1;
      const place = counted.get(id)?.place ?? firstFree([...counted.values()]);
      const event = { place, attempt: attempts };
      counted.set(id, event);
      return event;
    },
    async remove(counter, id, attempt) {
      const counted = counters.get(counter);
      if (counted?.get(id)?.attempt === attempt) counted.delete(id);
    },
    count: async (counter) => counters.get(counter)?.size ?? 0,
  };
}

function firstFree(events: readonly UsageEvent[]): number {
  const places = new Set(events.map(({ place }) => place));
  let free = 0;
  while (places.has(free)) free += 1;
  return free;
}
