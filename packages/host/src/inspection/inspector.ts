import { createHash } from "node:crypto";
import { createKeyedQueue } from "@botwright/core";
import { type Inspection, unfinishedInspection } from "@botwright/inspect";
import { LRUCache } from "lru-cache";
import { createInspectionProcess, type InspectionProcess } from "./inspection-process.ts";

/** Inspects the files of accounts. */
export interface Inspector extends AsyncDisposable {
  /**
   * Inspects a file when its account's turn has come. One whose inspection takes too much is refused, and is not
   * inspected again.
   *
   * @throws {BotwrightError} `INSPECTION_LOST`
   */
  readonly inspect: (source: string, accountId: number) => Promise<Inspection>;
}

/** Files that took too much, which are not inspected again. */
const MAX_REMEMBERED = 10_000;

/**
 * Creates the {@link Inspector} of a node.
 *
 * @param inspections ends with the inspector
 */
export function createInspector(
  inspections: InspectionProcess = createInspectionProcess(),
): Inspector {
  /** Files of one account, one after the other: only the first of them is in the queue of all accounts. */
  const accounts = createKeyedQueue();
  const queue = createKeyedQueue();
  /** By their SHA-256. */
  const unfinished = new LRUCache<string, true>({ max: MAX_REMEMBERED });

  async function inspectNow(source: string): Promise<Inspection> {
    const sha256 = createHash("sha256").update(source).digest("hex");
    const found = unfinished.has(sha256) ? undefined : await inspections.inspect(source);
    if (found !== undefined) return found;
    unfinished.set(sha256, true);
    return unfinishedInspection();
  }

  return {
    inspect: (source, accountId) =>
      accounts.run(String(accountId), () => queue.run("all", () => inspectNow(source))),
    [Symbol.asyncDispose]: () => inspections[Symbol.asyncDispose](),
  };
}
