import { LRUCache } from "lru-cache";
import type { UsageCounter } from "../ports/usage-counter.ts";

/** Options of {@link createMemoryUsageCounter}. */
export interface MemoryUsageCounterOptions {
  /** Counters that it remembers; the one that was not used for longest is forgotten. @default 10_000 */
  counters?: number;
}

/** Makes a usage counter in memory. */
export function createMemoryUsageCounter(options: MemoryUsageCounterOptions = {}): UsageCounter {
  /** Of each counter: by id, how many were counted before it. */
  const counters = new LRUCache<string, Map<string, number>>({ max: options.counters ?? 10_000 });
  return {
    async add(counter, id) {
      const counted = counters.get(counter) ?? new Map<string, number>();
      counters.set(counter, counted);
      const before = counted.get(id) ?? counted.size;
      counted.set(id, before);
      return before;
    },
    async remove(counter, id) {
      counters.get(counter)?.delete(id);
    },
    count: async (counter) => counters.get(counter)?.size ?? 0,
  };
}
