/** Whose entries: those of one plugin for one account. */
export interface StoreScope {
  readonly userId: number;
  readonly pluginSlug: string;
}

/** An entry to write. */
export interface StoreWrite {
  readonly key: string;
  /** The value as JSON text. */
  readonly json: string;
  /** What the entry counts for. */
  readonly bytes: number;
  /** What all entries of the account, over all plugins, may count for after the write. */
  readonly maxUserBytes: number;
  /** Write only if the key holds exactly this JSON text; `null`: only if it is absent. */
  readonly ifJson?: string | null;
}

/** What became of a write. Only `written` has changed anything. */
export type StoreWriteResult =
  | { readonly status: "written" }
  /** The key does not hold `ifJson`. */
  | { readonly status: "changed" }
  /** The account would have counted for `total` bytes. */
  | { readonly status: "quota-exceeded"; readonly total: number };

/**
 * Stores the values of plugins. Each method is atomic: a write checks `ifJson` and the account's
 * total, and writes, as one step, in a database as one transaction. Sizes, keys and types are the
 * business of `createStorage`.
 */
export interface KeyValueStore {
  /** The JSON text, or `undefined` when absent. */
  get(scope: StoreScope, key: string): Promise<string | undefined>;
  write(scope: StoreScope, entry: StoreWrite): Promise<StoreWriteResult>;
  delete(scope: StoreScope, key: string): Promise<void>;
  /** All keys of the scope, in the order they were first written. */
  keys(scope: StoreScope): Promise<string[]>;
  /** Removes everything of the scope. */
  clear(scope: StoreScope): Promise<void>;
}
