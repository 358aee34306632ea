import type { JsonValue } from "../../ports/storage.ts";
import { jsonOfRead } from "../../rules/storage/stored-value.ts";

/** What a run knows of a key of its storage. */
export interface KnownValue {
  /** The value that a write of the run builds on. */
  readonly value: JsonValue;
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

/** Creates an empty {@link ReadSet}. */
export function createReadSet(): ReadSet {
  const states = new Map<string, State>();

  function noteOwn(key: string, value: unknown): void {
    states.set(key, stateOf(value));
  }

  return {
    known(key) {
      const state = states.get(key);
      if (state === undefined) return undefined;
      const { readAt } = state;
      const value = valueOf(state);
      return readAt === undefined ? { value } : { value, readAt };
    },
    note({ sequence, operation, args, value }) {
      const key = storageKeyOf(operation, args);
      if (operation === "storage.clear") for (const one of states.keys()) noteOwn(one, null);
      if (key === undefined) return;
      const state = states.get(key);
      switch (operation) {
        case "storage.get":
          // Later reads do not count: what the plugin writes may be made of the first one.
          if (state?.readAt === undefined) {
            states.set(key, stateOf(value, jsonOfRead, sequence));
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

/** What a run knows of a key. */
interface State {
  /** A text as it is, anything else as JSON. */
  readonly kept: string;
  readonly isText: boolean;
  readonly readAt: number | undefined;
}

/**
 * Keeps a value as it is now, for the plugin may change the object that it was given or has passed. As JSON, because
 * an object may take twenty times the memory for as long as the run is open.
 */
function stateOf(
  value: unknown,
  toJson: (value: unknown) => string | undefined = JSON.stringify,
  readAt?: number,
): State {
  if (typeof value === "string") return { kept: value, isText: true, readAt };
  return { kept: toJson(value) ?? "null", isText: false, readAt };
}

function valueOf({ kept, isText }: State): JsonValue {
  if (isText) return kept;
  const value: JsonValue = JSON.parse(kept);
  return value;
}
