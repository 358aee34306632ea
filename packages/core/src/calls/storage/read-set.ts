import type { JsonValue } from "../../ports/storage.ts";
import {
  decodeStoredValue,
  decodeUnchanged,
  jsonOfRead,
} from "../../rules/storage/stored-value.ts";

/** What a run knows about one key of its storage. */
export interface KnownValue {
  /** Returns a copy of the value that a write of the run builds on; the copy is made at each call. */
  readonly value: () => JsonValue;
  /** Sequence number of the read that returned it; absent when the run has written it itself. */
  readonly readAt?: number;
}

/** A storage call that has succeeded. */
export interface StorageOutcome {
  readonly sequence: number;
  readonly operation: string;
  readonly args: readonly unknown[];
  readonly value: unknown;
}

/**
 * The keys that one run has read, each with the value of its first read since the run's own last write: the read set
 * of optimistic concurrency control. The value itself serves as the version number: for a read-modify-write, a value
 * that was changed and changed back is the same.
 */
export interface ReadSet {
  /** What the run knows about a key; undefined for a key that it has not read. */
  known(key: string): KnownValue | undefined;
  /** Records the outcome of a storage call; called in the order in which the plugin gets the outcomes. */
  note(outcome: StorageOutcome): void;
}

/** Keeps a value; the returned function gives the value as it was when it was passed in. */
export type KeepValue = (value: unknown, isRead: boolean) => () => JsonValue;

/**
 * Creates an empty {@link ReadSet}.
 *
 * @param keep how values are kept; by default as copies, because the plugin may change an object that it got or
 * passed
 */
export function createReadSet(keep: KeepValue = keepCopy): ReadSet {
  const states = new Map<string, KnownValue>();

  function noteOwn(key: string, value: unknown): void {
    states.set(key, { value: keep(value, false) });
  }

  return {
    known: (key) => states.get(key),
    note({ sequence, operation, args, value }) {
      const key = storageKeyOf(operation, args);
      if (operation === "storage.clear") for (const one of states.keys()) noteOwn(one, null);
      if (key === undefined) return;
      const state = states.get(key);
      switch (operation) {
        case "storage.get":
          // A later read does not replace the first, because the plugin may compute its write from the first value.
          if (state?.readAt === undefined) {
            states.set(key, { value: keep(value, true), readAt: sequence });
          }
          break;
        case "storage.compareAndSet":
          if (value === true) noteOwn(key, args[2]);
          break;
        case "storage.set":
          // A write to a key that was never read is unconditional, and so is the next one: the key stays unknown.
          if (state !== undefined) noteOwn(key, args[1]);
          break;
        case "storage.delete":
          if (state !== undefined) noteOwn(key, null);
          break;
        default:
      }
    },
  };
}

/** The key that a storage call reads or writes; undefined for other calls and for calls without a key. */
export function storageKeyOf(operation: string, args: readonly unknown[]): string | undefined {
  const [key] = args;
  return operation.startsWith("storage.") && typeof key === "string" ? key : undefined;
}

/**
 * Keeps a text as it is and any other value as JSON, because an object can need twenty times the memory of its JSON.
 */
function keepCopy(value: unknown, isRead: boolean): () => JsonValue {
  if (typeof value === "string") return () => value;
  const json = (isRead ? jsonOfRead(value) : JSON.stringify(value)) ?? "null";
  return () => decodeUnchanged(json);
}

/**
 * Keeps a journal's value by reference, because nobody changes it. JSON is made only when the value is requested: the
 * entries of a run may hold many megabytes.
 */
export function keepUnchanged(value: unknown): () => JsonValue {
  return () => decodeStoredValue(jsonOfRead(value) ?? "null");
}
