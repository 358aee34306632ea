import type { StorageProvider } from "../ports/storage.ts";
import { createStorage } from "../rules/storage/create-storage.ts";
import type { StorageLimits } from "../rules/storage/stored-value.ts";
import { createMemoryKeyValueStore } from "./key-value-store.ts";

/** Options of {@link createMemoryStorage}. */
export interface MemoryStorageOptions {
  /** @default LIMITS.storage */
  limits?: StorageLimits;
}

/**
 * Creates a storage in memory, with the rules and limits of production: {@link createStorage} over a memory store.
 * Its content is lost with the process.
 *
 * @example
 * const storage = createMemoryStorage().open(1, "notebook");
 * await storage.set("notes", ["milk"]);
 */
export function createMemoryStorage(options: MemoryStorageOptions = {}): StorageProvider {
  return createStorage({ store: createMemoryKeyValueStore(), ...options });
}
