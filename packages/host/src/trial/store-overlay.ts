import {
  createMemoryKeyValueStore,
  entryBytes,
  type KeyValueStore,
  type StoreScope,
} from "@botwright/core";

/**
 * Creates a store that reads from another store and keeps all changes in memory. It reads each value from the other
 * store once, at its first use, so that a run does not see later changes of values that it has already read.
 *
 * The quota counts only values that were read or written through the overlay. Reads are never refused, so the overlay
 * holds at most twice as many bytes as an account may store.
 */
export function createStoreOverlay(store: Pick<KeyValueStore, "get" | "keys">): KeyValueStore {
  const memory = createMemoryKeyValueStore();
  /** The reads of the other store that were begun, by scope and then by key. */
  const readings = new Map<string, Map<string, Promise<void>>>();
  /** The scopes that were cleared, for which the other store is not read any more. */
  const cleared = new Set<string>();

  async function copy(scope: StoreScope, key: string): Promise<void> {
    const json = await store.get(scope, key);
    if (json === undefined || cleared.has(nameOf(scope))) return;
    const bytes = entryBytes(key, Buffer.byteLength(json));
    await memory.write(scope, { key, json, bytes, maxUserBytes: Infinity });
  }

  async function copyOnce(scope: StoreScope, key: string): Promise<void> {
    const name = nameOf(scope);
    if (cleared.has(name)) return;
    const ofScope = readings.get(name) ?? new Map<string, Promise<void>>();
    readings.set(name, ofScope);
    const reading = ofScope.get(key) ?? copy(scope, key);
    ofScope.set(key, reading);
    await reading;
  }

  return {
    async get(scope, key) {
      await copyOnce(scope, key);
      return memory.get(scope, key);
    },
    async write(scope, entry) {
      await copyOnce(scope, entry.key);
      return memory.write(scope, entry);
    },
    async delete(scope, key, effect) {
      await copyOnce(scope, key);
      await memory.delete(scope, key, effect);
    },
    async keys(scope, inTurn) {
      const name = nameOf(scope);
      const stored = cleared.has(name) ? [] : await store.keys(scope, inTurn);
      const own = new Set(await memory.keys(scope));
      const read = readings.get(name);
      const left = stored.filter((key) => own.delete(key) || read?.has(key) !== true);
      return [...left, ...own];
    },
    async clear(scope, effect) {
      cleared.add(nameOf(scope));
      await memory.clear(scope, effect);
    },
  };
}

function nameOf({ userId, pluginSlug }: StoreScope): string {
  return JSON.stringify([userId, pluginSlug]);
}
