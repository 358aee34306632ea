import { type Clock, systemClock } from "@botwright/core";
import { LRUCache } from "lru-cache";
import type { Cache } from "../ports/cache.ts";

/** Options of {@link createMemoryCache}. */
export interface MemoryCacheOptions {
  /**
   * Maximum bytes of all values together; the least recently used value is evicted. A larger value is not stored.
   * @default 16_777_216
   */
  bytes?: number;
  clock?: Clock;
}

const MIB = 2 ** 20;
/** Bytes of a UTF-16 unit. */
const UNIT_BYTES = 2;

/**
 * Creates a cache in memory.
 *
 * @example
 * const cache = createMemoryCache<SearchResult>({ bytes: 4_194_304 });
 */
export function createMemoryCache<Value>(options: MemoryCacheOptions = {}): Cache<Value> {
  const { bytes = 16 * MIB, clock = systemClock } = options;
  const values = new LRUCache<string, { value: Value }>({
    maxSize: bytes,
    sizeCalculation: (entry, key) => (JSON.stringify(entry).length + key.length) * UNIT_BYTES,
    // Shifted by 1, because an entry set at time 0 would never expire.
    perf: { now: () => clock.now() + 1 },
    ttlResolution: 0,
  });
  return {
    async get(key) {
      const entry = values.get(key);
      return entry === undefined ? undefined : structuredClone(entry.value);
    },
    async set(key, value, ttlMs) {
      // An entry without a time never expires.
      if (ttlMs <= 0) values.delete(key);
      else values.set(key, { value: structuredClone(value) }, { ttl: ttlMs });
    },
  };
}
