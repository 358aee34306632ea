/** Any value that JSON can hold. */
export type JsonValue =
  | string
  | number
  | boolean
  | null
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue };

/**
 * Runs a step when the caller allows it. A sandbox passes this function to `get`, `set`, `keys` and `compareAndSet`
 * after their arguments. A storage uses it for the steps that take time in proportion to the size of its values.
 */
export type RunInTurn = <Value>(step: () => Promise<Value>) => Promise<Value>;

/**
 * Persistent key-value storage of one plugin for one account.
 *
 * Keys have 1 to 256 characters. Sizes are in UTF-8 bytes: of a string its own text, of any other value its JSON. The
 * account's total also includes the keys, and 64 bytes for each entry. A write that would exceed a limit rejects with
 * `STORAGE_INVALID_KEY`, `STORAGE_INVALID_VALUE`, `STORAGE_VALUE_TOO_LARGE` or `STORAGE_QUOTA_EXCEEDED` and changes
 * nothing.
 *
 * @example
 * await storage.set("visits", 3);
 * await storage.get("visits"); // 3
 */
export interface Storage {
  /** Returns the value as it was set, or `null` when the key is absent. */
  get(key: string): Promise<JsonValue>;
  set(key: string, value: JsonValue): Promise<void>;
  /**
   * Sets the value if the key still has the expected value, `null` for an absent key. `storage.update` is built on
   * it. Atomic across chats, processes and hosts.
   *
   * @returns whether the value was set
   */
  compareAndSet(key: string, expected: JsonValue, value: JsonValue): Promise<boolean>;
  delete(key: string): Promise<void>;
  /** Returns all keys of the plugin, in the order in which they were first set. */
  keys(): Promise<string[]>;
  /** Removes all keys of the plugin. */
  clear(): Promise<void>;
  /**
   * Returns the storage bound to the idempotency key of one effect: a change that was already made under the key is
   * not made again, and resolves to the same result. For hosts, after a crash; plugins do not have it.
   */
  forEffect?(key: string, isRepeat?: boolean): Storage;
}

/** The storage as plugins get it. */
export interface PluginStorage extends Storage {
  /**
   * Changes a value so that no write is lost when handlers of several chats change it at the same time. The function
   * gets the value (`null` when the key is absent) and returns the new one. If another write came in between, it is
   * called again with the newer value, so it should only compute and have no side effects. Rejects with
   * `STORAGE_CONFLICT` when other writes keep coming in between.
   *
   * @returns the value that was written
   * @example
   * const votes = await storage.update("votes", (votes) => (votes ?? 0) + 1);
   */
  update(
    key: string,
    change: (value: JsonValue) => JsonValue | Promise<JsonValue>,
  ): Promise<JsonValue>;
}

/** The specification's name for {@link PluginStorage}. */
export type StorageHelper = PluginStorage;

/** Opens the storage of a plugin for an account; the account's quota spans all its plugins. */
export interface StorageProvider {
  open(userId: number, pluginSlug: string): Storage;
}
