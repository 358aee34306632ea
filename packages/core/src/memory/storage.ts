import { isDeepStrictEqual } from "node:util";
import type { JsonValue, Storage, StorageProvider } from "../ports/storage.ts";
import { LIMITS } from "../rules/limits.ts";
import {
  assertStorageKey,
  decodeStoredValue,
  encodeStoredValue,
  type StorageLimits,
  storageQuotaExceeded,
  type StoredValue,
} from "../rules/stored-value.ts";

/** Options of {@link createMemoryStorage}. */
export interface MemoryStorageOptions {
  /** @default LIMITS.storage */
  limits?: StorageLimits;
}

interface Account {
  bytes: number;
  plugins: Map<string, Map<string, StoredValue>>;
}

/**
 * Storage in memory, with the limits of production. It is lost with the process.
 *
 * @example
 * const storage = createMemoryStorage().open(1, "notebook");
 * await storage.set("notes", ["milk"]);
 */
export function createMemoryStorage(options: MemoryStorageOptions = {}): StorageProvider {
  const limits = options.limits ?? LIMITS.storage;
  const accounts = new Map<number, Account>();
  const effects = new Map<string, Promise<unknown>>();
  return {
    open(userId, pluginSlug) {
      const account = accounts.get(userId) ?? { bytes: 0, plugins: new Map() };
      accounts.set(userId, account);
      const entries = account.plugins.get(pluginSlug) ?? new Map<string, StoredValue>();
      account.plugins.set(pluginSlug, entries);
      return withEffects(openPlugin(account, entries, limits), effects);
    },
  };
}

function openPlugin(
  account: Account,
  entries: Map<string, StoredValue>,
  limits: StorageLimits,
): Storage {
  function remove(key: string): void {
    account.bytes -= entries.get(key)?.bytes ?? 0;
    entries.delete(key);
  }

  function read(key: string): JsonValue {
    assertStorageKey(key, limits);
    const entry = entries.get(key);
    return entry === undefined ? null : decodeStoredValue(entry.json);
  }

  function write(key: string, value: JsonValue): void {
    const entry = encodeStoredValue(key, value, limits);
    const total = account.bytes - (entries.get(key)?.bytes ?? 0) + entry.bytes;
    if (total > limits.userBytes) throw storageQuotaExceeded(total, limits);
    account.bytes = total;
    entries.set(key, entry);
  }

  return {
    get: async (key) => read(key),
    async set(key, value) {
      write(key, value);
    },
    async compareAndSet(key, expected, value) {
      // No await between read and write: no other write can come in between.
      if (!isDeepStrictEqual(read(key), expected)) return false;
      write(key, value);
      return true;
    },
    async delete(key) {
      assertStorageKey(key, limits);
      remove(key);
    },
    async keys() {
      return [...entries.keys()];
    },
    async clear() {
      for (const key of entries.keys()) remove(key);
    },
  };
}

/** Number of effect keys to remember; the oldest is forgotten first. */
const MOST_EFFECTS = 10_000;

/** A storage that performs the writes of one effect key once. */
function withEffects(storage: Storage, effects: Map<string, Promise<unknown>>): Storage {
  return {
    ...storage,
    forEffect(key) {
      const once = async (write: () => Promise<unknown>): Promise<unknown> => {
        const known = effects.get(key);
        if (known !== undefined) return known;
        const done = write();
        effects.set(key, done);
        for (const oldest of effects.keys()) {
          if (effects.size <= MOST_EFFECTS) break;
          effects.delete(oldest);
        }
        return done;
      };
      return {
        ...storage,
        set: async (name, value) => void (await once(() => storage.set(name, value))),
        delete: async (name) => void (await once(() => storage.delete(name))),
        clear: async () => void (await once(() => storage.clear())),
        compareAndSet: async (name, expected, value) =>
          (await once(() => storage.compareAndSet(name, expected, value))) === true,
      };
    },
  };
}
