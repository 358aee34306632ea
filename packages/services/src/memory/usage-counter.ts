import { entryLimit } from "@botwright/core";
import { LRUCache } from "lru-cache";
import type { UsageCounter } from "../ports/usage-counter.ts";

/** Options of {@link createMemoryUsageCounter}. */
export interface MemoryUsageCounterOptions {
  /** Counters to keep; the least recently used is forgotten. @default 10_000 */
  counters?: number;
}

/** Creates a usage counter in memory. */
export function createMemoryUsageCounter(options: MemoryUsageCounterOptions = {}): UsageCounter {
  /** By counter: the count before each event id. */
  const counters = new LRUCache<string, Map<string, number>>(
    entryLimit(options.counters ?? 10_000),
  );
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
