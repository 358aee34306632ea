import { createMemoryKeyValueStore, type KeyValueStore, type StoreScope } from "@botwright/core";

/**
 * Creates a store that reads what another one has, and keeps every change in memory. A value is read once, when
 * it is first asked for, so that the overlay is a snapshot of what it has shown.
 *
 * The quota counts what was read or written here: at most twice as many bytes as an account may store.
 */
export function createStoreOverlay(store: Pick<KeyValueStore, "get" | "keys">): KeyValueStore {
  const memory = createMemoryKeyValueStore();
  /** The readings of values that were asked for, by scope and key. */
  const readings = new Map<string, Promise<void>>();
  /** Scopes that were cleared: nothing more is read of them. */
  const cleared = new Set<string>();

  async function copy(scope: StoreScope, key: string): Promise<void> {
    const json = await store.get(scope, key);
    if (json === undefined || cleared.has(nameOf(scope))) return;
    const bytes = Buffer.byteLength(key) + Buffer.byteLength(json);
    await memory.write(scope, { key, json, bytes, maxUserBytes: Infinity });
  }

  async function read(scope: StoreScope, key: string): Promise<void> {
    if (cleared.has(nameOf(scope))) return;
    const name = nameOf(scope, key);
    const reading = readings.get(name) ?? copy(scope, key);
    readings.set(name, reading);
    await reading;
  }

  return {
    async get(scope, key) {
      await read(scope, key);
      return memory.get(scope, key);
    },
    async write(scope, entry) {
      await read(scope, entry.key);
      return memory.write(scope, entry);
    },
    async delete(scope, key, effect) {
      await read(scope, key);
      await memory.delete(scope, key, effect);
    },
    async keys(scope) {
      const stored = cleared.has(nameOf(scope)) ? [] : await store.keys(scope);
      const own = new Set(await memory.keys(scope));
      const left = stored.filter((key) => own.delete(key) || !readings.has(nameOf(scope, key)));
      return [...left, ...own];
    },
    async clear(scope, effect) {
      cleared.add(nameOf(scope));
      await memory.clear(scope, effect);
    },
  };
}

function nameOf({ userId, pluginSlug }: StoreScope, ...key: readonly string[]): string {
  return JSON.stringify([userId, pluginSlug, ...key]);
}
