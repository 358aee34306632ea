import type { AdapterState } from "../adapter.ts";
import { type Clock, systemClock } from "../clock.ts";
import type { JsonValue } from "../storage.ts";

/**
 * Adapter state in memory: cursor and tokens are gone with the process.
 *
 * @example
 * const adapter = createTelegramAdapter({ token, state: createMemoryAdapterState() });
 */
export function createMemoryAdapterState(options: { clock?: Clock } = {}): AdapterState {
  const { clock = systemClock } = options;
  const entries = new Map<string, { value: JsonValue; until: number }>();
  /** Values with an end are looked through when their number has doubled, so the map stays small. */
  let sweepAt = 1024;

  function sweep(): void {
    if (entries.size < sweepAt) return;
    for (const [key, { until }] of entries) if (until <= clock.now()) entries.delete(key);
    sweepAt = Math.max(1024, entries.size * 2);
  }

  function find(key: string): JsonValue | undefined {
    const entry = entries.get(key);
    return entry === undefined || entry.until <= clock.now() ? undefined : entry.value;
  }

  function put(key: string, value: JsonValue, ttlMs: number | undefined): void {
    const until = ttlMs === undefined ? Number.POSITIVE_INFINITY : clock.now() + ttlMs;
    entries.set(key, { value: structuredClone(value), until });
    sweep();
  }

  return {
    get: async (key) => structuredClone(find(key)),
    set: async (key, value, { ttlMs } = {}) => put(key, value, ttlMs),
    async setIfAbsent(key, value, { ttlMs } = {}) {
      if (find(key) !== undefined) return false;
      put(key, value, ttlMs);
      return true;
    },
    async delete(key) {
      entries.delete(key);
    },
  };
}
