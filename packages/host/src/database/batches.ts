import { setTimeout as sleep } from "node:timers/promises";

/**
 * Milliseconds from the beginning of a statement to that of the next one, when something was asked for in
 * between. A statement takes as much computing as a row of it ten times over, in both processes: without this
 * pause a busy node would send one for every other message.
 */
const EVERY_MS = 4;

/** Characters of one statement of several rows: the driver and the server take some 5 ms for each mebibyte. */
export const STATEMENT_CHARACTERS = 2_097_152;

/** Bounds of a batch. */
export interface BatchOptions<Item> {
  /** Items of a batch. @default 100 */
  readonly most?: number;
  /** Bytes of an item. @default 0 */
  readonly bytesOf?: (item: Item) => number;
  /** Bytes of a batch of several items. @default no bound */
  readonly maxBytes?: number;
}

/**
 * Collects what is asked for while the statement before is under way, and for a few milliseconds if that was
 * quick, and does it with one further statement and one commit. What is asked for while nothing is under way is
 * not delayed.
 *
 * @param work does a batch; its results are in the order of the items
 * @returns does one item; items reach `work` in the order of the calls
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

  /** How many of the waiting items are the next batch: at least one. */
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
 * Whether the database has refused a value, or has no room for one: the other items of the batch are not to
 * fail with it. These are the classes 22 and 54 of SQLSTATE.
 *
 * @see https://www.postgresql.org/docs/18/errcodes-appendix.html
 */
function isAboutOneItem(error: unknown): boolean {
  return error instanceof Error && "code" in error && /^(?:22|54)/u.test(String(error.code));
}
