import { setTimeout as sleep } from "node:timers/promises";

/**
 * The least milliseconds between the beginnings of two statements of a busy node. For the host and for the server, a
 * statement costs about as much CPU time as ten of its rows. Without this pause, a busy node would send a statement for
 * every second message.
 */
const EVERY_MS = 4;

/** The most characters of a statement of several rows: the driver and the server take some 5 ms for each MiB. */
export const STATEMENT_CHARACTERS = 2_097_152;

/** Bounds of a batch. */
export interface BatchOptions<Item> {
  /** The most items of a batch. @default 100 */
  readonly most?: number;
  /** Measures an item in bytes. @default 0 */
  readonly bytesOf?: (item: Item) => number;
  /** The most bytes of a batch of several items. @default no bound */
  readonly maxBytes?: number;
}

/**
 * Combines calls into batches, so that several calls share one statement and one commit. Only one batch is in progress
 * at a time. Calls that arrive meanwhile form the next batch, which begins at least 4 ms after the one before unless it
 * is full. A call that arrives while no batch is in progress starts one at once.
 *
 * @param work performs a batch; returns the results in the order of the items
 * @returns a function that performs one item; items reach `work` in the order of the calls
 * @example
 * const insert = createBatches((rows: readonly Row[]) => insertAll(db, rows));
 * await Promise.all([insert(first), insert(second)]);
 */
export function createBatches<Item, Result>(
  work: (items: readonly Item[]) => Promise<readonly Result[]>,
  { most = 100, bytesOf = () => 0, maxBytes = Infinity }: BatchOptions<Item> = {},
): (item: Item) => Promise<Result> {
  interface Waiting {
    readonly item: Item;
    readonly settle: PromiseWithResolvers<Result>;
  }
  const waiting: Waiting[] = [];
  let isWorking = false;

  async function workOff(): Promise<void> {
    isWorking = true;
    for (let begun = -Infinity; waiting.length > 0;) {
      const early = waiting.length < most ? begun + EVERY_MS - performance.now() : 0;
      if (early > 0) await sleep(early);
      begun = performance.now();
      await workOn(waiting.splice(0, lengthOfNext()));
    }
    isWorking = false;
  }

  /** The number of waiting items that form the next batch: at least one. */
  function lengthOfNext(): number {
    let bytes = 0;
    for (const [place, { item }] of waiting.entries()) {
      bytes += bytesOf(item);
      if (place >= most || (place > 0 && bytes > maxBytes)) return place;
    }
    return waiting.length;
  }

  async function workOn(batch: readonly Waiting[]): Promise<void> {
    try {
      const results = await work(batch.map(({ item }) => item));
      for (const [place, { settle }] of batch.entries()) {
        const result = results[place];
        if (result === undefined) settle.reject(new Error("a batch has a result for each item"));
        else settle.resolve(result);
      }
    } catch (error) {
      if (batch.length > 1 && isAboutOneItem(error)) {
        for (const one of batch) await workOn([one]);
      } else for (const { settle } of batch) settle.reject(error);
    }
  }

  return (item) => {
    const settle = Promise.withResolvers<Result>();
    waiting.push({ item, settle });
    if (!isWorking) void workOff();
    return settle.promise;
  };
}

/**
 * Whether the error was caused by a value of one item, so that the items are performed again one by one, and the others
 * do not fail with it: SQLSTATE classes 22 (data exception) and 54 (program limit exceeded).
 *
 * @see https://www.postgresql.org/docs/18/errcodes-appendix.html
 */
function isAboutOneItem(error: unknown): boolean {
  return error instanceof Error && "code" in error && /^(?:22|54)/u.test(String(error.code));
}
