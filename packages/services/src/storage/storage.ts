import { isDeepStrictEqual } from "node:util";
import {
  assertStorageKey,
  decodeStoredValue,
  encodeStoredValue,
  type JsonValue,
  LIMITS,
  type Storage,
  type StorageLimits,
  type StorageProvider,
  storageQuotaExceeded,
} from "@botwright/core";
import type { KeyValueStore, StoreScope } from "../ports/key-value-store.ts";

/** Options of {@link createStorage}. */
export interface CreateStorageOptions {
  store: KeyValueStore;
  /** @default LIMITS.storage */
  limits?: StorageLimits;
}

/**
 * Creates plugin storage on a key-value store: this function checks keys and values and measures them; the
 * store checks the account's quota as it writes.
 *
 * @example
 * const storage = createStorage({ store: createMemoryKeyValueStore() }).open(1, "notebook");
 * await storage.set("notes", ["milk"]);
 */
export function createStorage(options: CreateStorageOptions): StorageProvider {
  const { store, limits = LIMITS.storage } = options;
  return { open: (userId, pluginSlug) => openScope({ userId, pluginSlug }, store, limits) };
}

function openScope(scope: StoreScope, store: KeyValueStore, limits: StorageLimits): Storage {
  /** Whether the value was written; with `ifJson`, only if the key still contained that. */
  async function write(key: string, value: JsonValue, ifJson?: string | null): Promise<boolean> {
    const { json, bytes } = encodeStoredValue(key, value, limits);
    const condition = ifJson === undefined ? {} : { ifJson };
    const entry = { key, json, bytes, maxUserBytes: limits.userBytes, ...condition };
    const result = await store.write(scope, entry);
    if (result.status === "quota-exceeded") throw storageQuotaExceeded(result.total, limits);
    return result.status === "written";
  }

  return {
    async get(key) {
      assertStorageKey(key, limits);
      const json = await store.get(scope, key);
      return json === undefined ? null : decodeStoredValue(json);
    },
    async set(key, value) {
      await write(key, value);
    },
    async compareAndSet(key, expected, value) {
      assertStorageKey(key, limits);
      for (;;) {
        const json = (await store.get(scope, key)) ?? null;
        const current = json === null ? null : decodeStoredValue(json);
        if (!isDeepStrictEqual(current, expected)) return false;
        // Another write came in between; if it wrote an equal value, this one may still succeed.
        if (await write(key, value, json)) return true;
      }
    },
    async delete(key) {
      assertStorageKey(key, limits);
      await store.delete(scope, key);
    },
    keys: () => store.keys(scope),
    clear: () => store.clear(scope),
  };
}
