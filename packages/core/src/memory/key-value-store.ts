import type {
  KeyValueStore,
  StoreEffect,
  StoreScope,
  StoreWrite,
  StoreWriteResult,
} from "../ports/key-value-store.ts";

/** An entry with its account and plugin. */
export interface StoreEntry extends StoreScope {
  readonly key: string;
  readonly json: string;
  readonly bytes: number;
}

/** A {@link KeyValueStore} in memory. */
export interface MemoryKeyValueStore extends KeyValueStore {
  /** All entries, by account and plugin, and by key in the order of first writing. */
  entries(): Iterable<StoreEntry>;
}

interface Value {
  json: string;
  bytes: number;
}

interface Account {
  bytes: number;
  readonly plugins: Map<string, Map<string, Value>>;
}

/** Maximum results of effects to remember; the oldest is forgotten first. */
const MAX_EFFECTS = 10_000;

/**
 * Creates a key-value store in memory; its content is lost with the process. The quota of each account limits what
 * its plugins store.
 *
 * @param initial entries to start with
 * @example
 * const services = createServices({ store: createMemoryKeyValueStore() });
 */
export function createMemoryKeyValueStore(initial: Iterable<StoreEntry> = []): MemoryKeyValueStore {
  const accounts = new Map<number, Account>();
  /** The results of changes, by effect key. */
  const effects = new Map<string, StoreWriteResult>();

  function find({ userId, pluginSlug }: StoreScope): Map<string, Value> | undefined {
    return accounts.get(userId)?.plugins.get(pluginSlug);
  }

  function put({ userId, pluginSlug }: StoreScope, key: string, value: Value): void {
    const account = accounts.get(userId) ?? { bytes: 0, plugins: new Map() };
    accounts.set(userId, account);
    const values = account.plugins.get(pluginSlug) ?? new Map<string, Value>();
    account.plugins.set(pluginSlug, values);
    account.bytes += value.bytes - (values.get(key)?.bytes ?? 0);
    values.set(key, value);
  }

  function remove(scope: StoreScope, key: string): void {
    const account = accounts.get(scope.userId);
    const values = find(scope);
    const value = values?.get(key);
    if (account === undefined || values === undefined || value === undefined) return;
    account.bytes -= value.bytes;
    values.delete(key);
    if (values.size === 0) account.plugins.delete(scope.pluginSlug);
    if (account.plugins.size === 0) accounts.delete(scope.userId);
  }

  function remember(key: string, result: StoreWriteResult): void {
    effects.set(key, result);
    const [oldest] = effects.size > MAX_EFFECTS ? effects.keys() : [];
    if (oldest !== undefined) effects.delete(oldest);
  }

  /** Makes a change unless it was already made under the same effect key; then returns the first result. */
  function once(effect: StoreEffect | undefined, change: () => StoreWriteResult): StoreWriteResult {
    const known = effect && effects.get(effect.key);
    if (known !== undefined) return { ...known, isRepeated: true };
    const result = change();
    const isDone = result.status === "written" || (result.status === "changed" && effect?.isFinal);
    if (effect !== undefined && isDone === true) remember(effect.key, result);
    return result;
  }

  // Each method runs without an await, which makes it atomic.
  function write(scope: StoreScope, entry: StoreWrite): StoreWriteResult {
    const { key, json, bytes, ifJson } = entry;
    const before = find(scope)?.get(key);
    if (ifJson !== undefined && (before?.json ?? null) !== ifJson) return { status: "changed" };
    const used = accounts.get(scope.userId)?.bytes ?? 0;
    const total = used - (before?.bytes ?? 0) + bytes;
    if (total > entry.maxUserBytes) return { status: "quota-exceeded", total };
    put(scope, key, { json, bytes });
    return { status: "written" };
  }

  for (const { key, json, bytes, ...scope } of initial) put(scope, key, { json, bytes });
  return {
    get: async (scope, key) => find(scope)?.get(key)?.json,
    write: async (scope, entry) => once(entry.effect, () => write(scope, entry)),
    async delete(scope, key, effect) {
      once(effect, () => {
        remove(scope, key);
        return { status: "written" };
      });
    },
    keys: async (scope) => [...(find(scope)?.keys() ?? [])],
    async clear(scope, effect) {
      once(effect, () => {
        for (const key of find(scope)?.keys() ?? []) remove(scope, key);
        return { status: "written" };
      });
    },
    *entries() {
      for (const [userId, { plugins }] of accounts) {
        for (const [pluginSlug, values] of plugins) {
          for (const [key, value] of values) yield { userId, pluginSlug, key, ...value };
        }
      }
    },
  };
}
