import type { RunInTurn } from "./storage.ts";

/** The owner of entries: one plugin of one account. */
export interface StoreScope {
  readonly userId: number;
  readonly pluginSlug: string;
}

/**
 * The idempotency key of a change: one that was made under it is not made again, and has the same result. A
 * run that is repeated after a crash makes its changes under the same keys.
 */
export interface StoreEffect {
  readonly key: string;
  /** Whether `changed` is the result for good too, and not a reason to look again. @default false */
  readonly isFinal?: boolean;
}

/** An entry to write. */
export interface StoreWrite {
  readonly key: string;
  /** The value as JSON text. */
  readonly json: string;
  /** Bytes that the entry counts for. */
  readonly bytes: number;
  /** Maximum bytes of all the account's entries, over all plugins, after the write. */
  readonly maxUserBytes: number;
  /** Write only if the key contains exactly this JSON text; `null`: only if it is absent. */
  readonly ifJson?: string | null;
  readonly effect?: StoreEffect;
}

/** The result of a write. Only `written` has changed anything. */
export type StoreWriteResult = StoreWriteOutcome & {
  /** Whether it is the result of an earlier write of the same effect. */
  readonly isRepeated?: boolean;
};

type StoreWriteOutcome =
  | { readonly status: "written" }
  /** The key does not contain `ifJson`. */
  | { readonly status: "changed" }
  /** The account would use `total` bytes. */
  | { readonly status: "quota-exceeded"; readonly total: number };

/**
 * Stores the values of plugins. Each method is atomic: a write checks `ifJson` and the account's total and
 * writes in one step, in a database in one transaction. `createStorage` checks sizes, keys and types.
 */
export interface KeyValueStore {
  /** The JSON text, or `undefined` when absent. */
  get(scope: StoreScope, key: string): Promise<string | undefined>;
  write(scope: StoreScope, entry: StoreWrite): Promise<StoreWriteResult>;
  delete(scope: StoreScope, key: string, effect?: StoreEffect): Promise<void>;
  /**
   * All keys of the scope, in the order of first writing.
   *
   * @param inTurn runs each step of reading many. @default in turns of the event loop
   */
  keys(scope: StoreScope, inTurn?: RunInTurn): Promise<string[]>;
  /** Removes all entries of the scope. */
  clear(scope: StoreScope, effect?: StoreEffect): Promise<void>;
}
