import type { RunInTurn } from "./storage.ts";

/** The owner of entries: one plugin of one account. */
export interface StoreScope {
  readonly userId: number;
  readonly pluginSlug: string;
}

/**
 * The idempotency key of a change: a change under a known key is not made again, and has the same result as the
 * first. A run that is repeated after a crash makes its changes under the same keys.
 */
export interface StoreEffect {
  readonly key: string;
  /**
   * Whether the result `changed` is remembered as well; otherwise a repetition checks the value again. @default false
   */
  readonly isFinal?: boolean;
}

/** An entry to write. */
export interface StoreWrite {
  readonly key: string;
  /** The value as JSON text. */
  readonly json: string;
  /** Bytes of the entry that count towards the account's quota. */
  readonly bytes: number;
  /** Maximum bytes of all the account's entries, over all its plugins, after the write. */
  readonly maxUserBytes: number;
  /** Write only if the key contains exactly this JSON text; `null`: only if the key is absent. */
  readonly ifJson?: string | null;
  readonly effect?: StoreEffect;
}

/** The result of a write. Only a write with the status `written` has changed anything. */
export type StoreWriteResult = StoreWriteOutcome & {
  /** Whether this is the remembered result of an earlier write with the same effect key. */
  readonly isRepeated?: boolean;
};

type StoreWriteOutcome =
  | { readonly status: "written" }
  /** The key does not contain `ifJson`. */
  | { readonly status: "changed" }
  /** The account would use `total` bytes, which is more than `maxUserBytes`. */
  | { readonly status: "quota-exceeded"; readonly total: number };

/**
 * Stores the values of plugins. Each method is atomic: a write checks `ifJson` and the account's total and
 * writes in one step, in a database in one transaction. `createStorage` checks sizes, keys and types.
 */
export interface KeyValueStore {
  /** Returns the JSON text, or `undefined` when the key is absent. */
  get(scope: StoreScope, key: string): Promise<string | undefined>;
  write(scope: StoreScope, entry: StoreWrite): Promise<StoreWriteResult>;
  delete(scope: StoreScope, key: string, effect?: StoreEffect): Promise<void>;
  /**
   * Returns all keys of the scope, in the order in which they were first written.
   *
   * @param inTurn runs each step of reading many keys. @default steps in turns of the event loop
   */
  keys(scope: StoreScope, inTurn?: RunInTurn): Promise<string[]>;
  /** Removes all entries of the scope. */
  clear(scope: StoreScope, effect?: StoreEffect): Promise<void>;
}
