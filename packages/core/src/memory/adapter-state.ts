import type { AdapterState } from "../ports/adapter.ts";
import { type Clock, systemClock } from "../ports/clock.ts";
import type { JsonValue } from "../ports/storage.ts";
import { assertCount } from "../rules/validation/assert-count.ts";
import { sizeOf } from "../rules/size-of.ts";

/** Options of {@link createMemoryAdapterState}. */
export interface MemoryAdapterStateOptions {
  /**
   * Bytes for all values with a `ttlMs`; the value set first is evicted first. Adapters store such values
   * per message and person, so that outsiders decide how many there are. Values without an end, such as a
   * cursor, belong to the adapter and are never evicted.
   * @default 67_108_864
   */
  bytes?: number;
  clock?: Clock;
}

interface TemporaryValue {
  value: JsonValue;
  until: number;
  bytes: number;
}

const MIB = 2 ** 20;
const SWEEP_AT_LEAST = 1024;

/**
 * Keeps adapter state in memory: the cursor and tokens are lost with the process.
 *
 * @throws {InvalidInputError} `INVALID_INPUT` when `bytes` is not a positive integer
 * @example
 * const adapter = createTelegramAdapter({ token, state: createMemoryAdapterState() });
 */
export function createMemoryAdapterState(options: MemoryAdapterStateOptions = {}): AdapterState {
  const { bytes: maxBytes = 64 * MIB, clock = systemClock } = options;
  assertCount("bytes", maxBytes);
  const lasting = new Map<string, JsonValue>();
  /** The values with a `ttlMs`, in insertion order. */
  const temporary = new Map<string, TemporaryValue>();
  let bytes = 0;
  /** Expired values are swept when the number of values has doubled since the last sweep. */
  let sweepAt = SWEEP_AT_LEAST;

  function remove(key: string): void {
    lasting.delete(key);
    bytes -= temporary.get(key)?.bytes ?? 0;
    temporary.delete(key);
  }

  /** Removes expired values from time to time, then the oldest values until the rest fits into `maxBytes`. */
  function sweep(): void {
    if (temporary.size >= sweepAt) {
      for (const [key, { until }] of temporary) if (until <= clock.now()) remove(key);
      sweepAt = Math.max(SWEEP_AT_LEAST, temporary.size * 2);
    }
    for (const key of temporary.keys()) {
      if (bytes <= maxBytes) return;
      remove(key);
    }
  }

  /** Returns the value of a key; an expired value counts as absent, even before it is removed. */
  function find(key: string): JsonValue | undefined {
    const kept = temporary.get(key);
    if (kept === undefined) return lasting.get(key);
    return kept.until <= clock.now() ? undefined : kept.value;
  }

  /** Stores a copy of a value. */
  function put(key: string, value: JsonValue, ttlMs: number | undefined): void {
    remove(key);
    const own = copyOf(value);
    if (ttlMs === undefined) {
      lasting.set(key, own);
      return;
    }
    const kept = { value: own, until: clock.now() + ttlMs, bytes: sizeOf([key, own]) };
    temporary.set(key, kept);
    bytes += kept.bytes;
    sweep();
  }

  return {
    get: async (key) => copyOf(find(key)),
    set: async (key, value, { ttlMs } = {}) => put(key, value, ttlMs),
    async setIfAbsent(key, value, { ttlMs } = {}) {
      if (find(key) !== undefined) return false;
      put(key, value, ttlMs);
      return true;
    },
    async delete(key) {
      remove(key);
    },
  };
}

/** Copies a value. Only objects need a clone; cursors, which change with every poll, are plain numbers and texts. */
function copyOf<Value extends JsonValue | undefined>(value: Value): Value {
  return typeof value === "object" ? structuredClone(value) : value;
}
