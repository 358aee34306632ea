/** Any value that JSON can hold. */
export type JsonValue =
  | string
  | number
  | boolean
  | null
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue };

/**
 * Runs a step when its caller has a turn for it. A sandbox passes it to `get`, `set`, `keys` and `compareAndSet` behind their
 * arguments: a storage whose work takes time by the size of its values runs that by it.
 */
export type RunInTurn = <Value>(step: () => Promise<Value>) => Promise<Value>;

/**
 * Persistent key-value storage of one plugin for one account.
 *
 * Keys have 1 to 256 characters. Sizes are UTF-8 bytes: of the text itself for a string, of the JSON
 * for any other value; the account's total includes the keys, and 64 bytes for each entry. A write that would break a limit rejects with `STORAGE_INVALID_KEY`,
 * `STORAGE_INVALID_VALUE`, `STORAGE_VALUE_TOO_LARGE` or `STORAGE_QUOTA_EXCEEDED` and changes nothing.
 *
 * @example
 * await storage.set("visits", 3);
 * await storage.get("visits"); // 3
 */
export interface Storage {
  /** The value as it was set, or `null` when absent. */
  get(key: string): Promise<JsonValue>;
  set(key: string, value: JsonValue): Promise<void>;
  /**
   * Sets the value if the key still holds the expected one, `null` for one that is absent: what
   * `storage.update` is made of. Atomic across chats, processes and hosts.
   *
   * @returns whether it was set
   */
  compareAndSet(key: string, expected: JsonValue, value: JsonValue): Promise<boolean>;
  delete(key: string): Promise<void>;
  /** All keys of the plugin, in the order they were first set. */
  keys(): Promise<string[]>;
  /** Removes everything of the plugin. */
  clear(): Promise<void>;
  /**
   * The same storage for one effect: what is done under a key that was done before is not done again,
   * and resolves to the same. For hosts, after a crash: a plugin does not have it.
   */
  forEffect?(key: string, isRepeat?: boolean): Storage;
}

/** A storage as plugins have it. */
export interface PluginStorage extends Storage {
  /**
   * Changes a value so that no write is lost when handlers of several chats do it at once: the function
   * gets the value, `null` for an absent one, and returns the new one. When another write came in
   * between, it is called again with the newer value, so it should do nothing but compute.
   * Rejects with `STORAGE_CONFLICT` when others write without a pause.
   *
   * @returns what was written
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
