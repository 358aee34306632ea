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

  return {
    async get(key) {
      const entry = entries.get(key);
      return entry === undefined || entry.until <= clock.now()
        ? undefined
        : structuredClone(entry.value);
    },
    async set(key, value, { ttlMs } = {}) {
      const until = ttlMs === undefined ? Number.POSITIVE_INFINITY : clock.now() + ttlMs;
      entries.set(key, { value: structuredClone(value), until });
      sweep();
    },
    async delete(key) {
      entries.delete(key);
    },
  };
}
