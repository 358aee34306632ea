import type { JsonValue } from "../../ports/storage.ts";
import {
  decodeStoredValue,
  decodeUnchanged,
  jsonOfRead,
} from "../../rules/storage/stored-value.ts";

/** What a run knows of a key of its storage. */
export interface KnownValue {
  /** Returns the value that a write of the run builds on; a copy, made when it is asked for. */
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
 * The keys that one run has read, each with the value of its first read since the run's own last write:
 * the read set of optimistic concurrency control. The value itself serves as the version. A value that was
 * changed and changed back is the same to a read-modify-write.
 */
export interface ReadSet {
  /** What the run knows of a key; undefined for one that it has not read. */
  known(key: string): KnownValue | undefined;
  /** Takes the outcome of any host call, in the order in which the plugin gets them. */
  note(outcome: StorageOutcome): void;
}

/** Returns what gives a value later as it was when it was handed in. */
export type KeepValue = (value: unknown, isRead: boolean) => () => JsonValue;

/**
 * Creates an empty {@link ReadSet}.
 *
 * @param keep how values are kept; by default as a copy, for the plugin may change the object that it was given or
 * has passed
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
          // Later reads do not count: what the plugin writes may be made of the first one.
          if (state?.readAt === undefined) {
            states.set(key, { value: keep(value, true), readAt: sequence });
          }
          break;
        case "storage.compareAndSet":
          if (value === true) noteOwn(key, args[2]);
          break;
        case "storage.set":
          // A key that was never read is written blindly, and that changes nothing about it.
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

/** The key that a call of the storage is about; undefined for other calls. */
export function storageKeyOf(operation: string, args: readonly unknown[]): string | undefined {
  const [key] = args;
  return operation.startsWith("storage.") && typeof key === "string" ? key : undefined;
}

/** A text as it is, anything else as JSON: an object may take twenty times the memory for as long as the run is open. */
function keepCopy(value: unknown, isRead: boolean): () => JsonValue {
  if (typeof value === "string") return () => value;
  const json = (isRead ? jsonOfRead(value) : JSON.stringify(value)) ?? "null";
  return () => decodeUnchanged(json);
}

/**
 * For the values of a journal, which nobody changes: nothing is written as JSON before it is asked for. The entries of
 * a run may hold many megabytes.
 */
export function keepUnchanged(value: unknown): () => JsonValue {
  return () => decodeStoredValue(jsonOfRead(value) ?? "null");
}
