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
  /** The value that an earlier attempt of the run left in a key, if this attempt writes another value there. */
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
  /** Runs steps that take time in proportion to the size of the values. @default at once */
  readonly inTurn?: RunInTurn | undefined;
}

/** The result of a write that was not done, because another run has changed the key since this run read it. */
export class PendingConflict {
  readonly key: string;
  /** Whether the run may restart from its read: it has read the key, and has not written it since. */
  readonly canGoBack: boolean;
  /** Writes the value over the changed one. */
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
   * Queues a write after the earlier writes to its key.
   *
   * @param settled resolves when the plugin has the outcome of the write
   * @returns resolves when the earlier write to the key has settled; undefined when there is none
   */
  enter(args: readonly unknown[], settled: Promise<void>): Promise<void> | undefined;
  /** Resolves to a {@link PendingConflict} when the write was not done. */
  perform(write: ConditionalWrite): Promise<unknown>;
  /** Records the outcome of a storage call, to keep the read set current; called for every outcome. */
  note(outcome: StorageOutcome): void;
}

/**
 * Returns a function that gives the conditional writes of one run for a storage operation, and undefined for other
 * operations. It creates them at the first storage operation, because most runs have none.
 *
 * @param options undefined when writes are unconditional
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
 * Performs `storage.set` on a key that the run has read as a `compareAndSet` with the value that was read (optimistic
 * concurrency control), so that a write of another run is never overwritten unnoticed. Writes to one key are performed
 * one after another, because each expects the value of the write before it.
 */
function createConditionalWrites(options: ConditionalWritesOptions): ConditionalWrites {
  const { context, draftOf } = options;
  const reads = createReadSet();
  /** For each key, the promise of its newest write: it resolves when the plugin has the outcome. */
  const newest = new Map<string, Promise<void>>();

  const run = ({ operation, args, effect, inTurn }: ConditionalWrite): Promise<unknown> =>
    performOperation(context(), operation, withTurns(operation, args, inTurn), effect);

  /** Writes the value if the key still holds the expected one; returns whether the key has the value now. */
  async function setIf(
    key: string,
    expected: JsonValue,
    { args: [, value], effect, inTurn }: ConditionalWrite,
  ): Promise<boolean> {
    const args = [key, expected, value];
    if ((await run({ operation: "storage.compareAndSet", args, effect, inTurn })) === true) {
      return true;
    }
    // A storage without `forEffect` cannot tell that an earlier process has already done this write; compare values.
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
      // The effect's own key identifies the refused write, so the overwrite needs another key.
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
