import { isDeepStrictEqual } from "node:util";
import type { JsonValue, RunInTurn } from "../../ports/storage.ts";
import type { SingleHandlerContext } from "../../types/context.ts";
import { countStoredValues } from "../find-operation.ts";
import { performOperation, withTurns } from "../perform.ts";
import { createReadSet, storageKeyOf, type StorageOutcome } from "./read-set.ts";

/** What {@link openConditionalWrites} needs of the run. */
export interface ConditionalWritesOptions {
  /** The context on whose storage the writes are performed. */
  readonly context: () => SingleHandlerContext;
  /** The value that an earlier attempt of the run left in a key that this one writes otherwise. */
  readonly draftOf: (key: string) => JsonValue | undefined;
}

/** The idempotency key of a write. */
interface Effect {
  readonly key: string;
  readonly isRepeat: boolean;
}

/** A write as the pipeline performs it. */
interface ConditionalWrite {
  readonly operation: string;
  readonly args: readonly unknown[];
  readonly effect: Effect | undefined;
  /** Runs what takes time by the size of the values. @default at once */
  readonly inTurn?: RunInTurn | undefined;
}

/** A write that was not done, because its key has changed since the run read it. */
export class PendingConflict {
  readonly key: string;
  /** Whether the run may go back to its read: it has not written the key itself since. */
  readonly canGoBack: boolean;
  /** Writes the value nevertheless. */
  readonly overwrite: () => Promise<unknown>;

  constructor({
    key,
    canGoBack,
    overwrite,
  }: Pick<PendingConflict, "key" | "canGoBack" | "overwrite">) {
    this.key = key;
    this.canGoBack = canGoBack;
    this.overwrite = overwrite;
  }
}

/** The writes of one run to its storage. */
export interface ConditionalWrites {
  /**
   * Queues a write behind the earlier ones of its key.
   *
   * @param settled resolves when the outcome of the write has reached the plugin
   * @returns what to wait for before the write is performed
   */
  enter(args: readonly unknown[], settled: Promise<void>): Promise<void> | undefined;
  /** Resolves to a {@link PendingConflict} when the write was not done. */
  perform(write: ConditionalWrite): Promise<unknown>;
  /** Takes every outcome that the plugin gets. */
  note(outcome: StorageOutcome): void;
}

/**
 * The writes of one run, by operation: undefined for those that are not of the storage. They are made with
 * the first that is, because most runs have none.
 *
 * @param options undefined when a write is done whatever the key holds
 */
export function openConditionalWrites(
  options: ConditionalWritesOptions | undefined,
): (operation: string) => ConditionalWrites | undefined {
  let writes: ConditionalWrites | undefined;
  return (operation) => {
    if (options === undefined || !operation.startsWith("storage.")) return undefined;
    return (writes ??= createConditionalWrites(options));
  };
}

/** Whether {@link ConditionalWrites} perform the operation. */
export function isConditionalWrite(operation: string): boolean {
  return countStoredValues(operation) > 0;
}

/**
 * Performs `storage.set` over a key that the run has read as a `compareAndSet` with the value that was
 * read, so that no write of another run is lost without notice. Writes of one key are performed one after
 * another: each expects what the one before has written.
 */
function createConditionalWrites(options: ConditionalWritesOptions): ConditionalWrites {
  const { context, draftOf } = options;
  const reads = createReadSet();
  /** The newest write of each key, until the plugin has its outcome. */
  const newest = new Map<string, Promise<void>>();

  const run = ({ operation, args, effect, inTurn }: ConditionalWrite): Promise<unknown> =>
    performOperation(context(), operation, withTurns(operation, args, inTurn), effect);

  /** Whether the value was set while the key still held the expected one. */
  async function setIf(
    key: string,
    expected: JsonValue,
    { args: [, value], effect, inTurn }: ConditionalWrite,
  ): Promise<boolean> {
    const args = [key, expected, value];
    if ((await run({ operation: "storage.compareAndSet", args, effect, inTurn })) === true) {
      return true;
    }
    // A storage without effect keys cannot tell that an earlier process has written it already.
    const { storage } = context();
    if (effect?.isRepeat !== true || storage.forEffect !== undefined) return false;
    const stored = await storage.get(key);
    const compare = async (): Promise<boolean> => isDeepStrictEqual(stored, value);
    return inTurn === undefined ? compare() : inTurn(compare);
  }

  async function set(key: string, write: ConditionalWrite): Promise<unknown> {
    const { effect } = write;
    const draft = draftOf(key);
    const known = reads.known(key);
    const expected = draft === undefined ? known?.value() : draft;
    if (expected === undefined) return run(write);
    if (await setIf(key, expected, write)) return undefined;
    return new PendingConflict({
      key,
      canGoBack: draft === undefined && known?.readAt !== undefined,
      // The effect's own key stands for the write that was refused.
      overwrite: () =>
        run({ ...write, effect: effect && { ...effect, key: `${effect.key}/overwrite` } }),
    });
  }

  return {
    enter([key], settled) {
      if (typeof key !== "string") return undefined;
      const earlier = newest.get(key);
      newest.set(key, settled);
      void settled.then(() => newest.get(key) === settled && newest.delete(key));
      return earlier;
    },
    async perform(write) {
      const { operation, args } = write;
      const key = storageKeyOf(operation, args);
      if (key === undefined) return run(write);
      if (operation === "storage.set") return set(key, write);
      const draft = draftOf(key);
      return run({ ...write, args: [key, draft === undefined ? args[1] : draft, args[2]] });
    },
    note: (outcome) => reads.note(outcome),
  };
}
