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
} from "../rules/storage/stored-value.ts";

/** Options of {@link createMemoryStorage}. */
export interface MemoryStorageOptions {
  /** @default LIMITS.storage */
  limits?: StorageLimits;
}

/**
 * The entries of one user. The user's plugins share one quota, so their bytes are counted together; their
 * keys are separate.
 */
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
  // Shared by all plugins: the key of an effect is unique by bot, message, plugin and sequence.
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

/**
 * The storage of one plugin. Each operation reads and writes without awaiting in between, so operations
 * that run at the same time take effect one after the other, and the account's bytes always match its
 * entries.
 */
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
    // The new entry takes the place of the old one. Checked before anything changes: a refused write leaves
    // the old value.
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

/**
 * A storage that performs the writes of one effect key once.
 *
 * A run that is repeated because its first attempt was interrupted makes the same call with the same key.
 * The promise of the first write is remembered, not its value: a second call that comes while the first is
 * under way waits for it, and both have the same outcome. A failed write is remembered too and fails again.
 * Reads are not effects and have no key.
 */
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
