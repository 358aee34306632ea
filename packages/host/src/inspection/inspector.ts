import { createHash } from "node:crypto";
import { createKeyedQueue } from "@botwright/core";
import { type Inspection, unfinishedInspection } from "@botwright/inspect";
import { LRUCache } from "lru-cache";
import { createInspectionProcess, type InspectionProcess } from "./inspection-process.ts";

/** Inspects the files of accounts. */
export interface Inspector extends AsyncDisposable {
  /**
   * Inspects a file when it is its account's turn. A file whose inspection exceeds the limits gets the result of
   * `unfinishedInspection`, and is not inspected again.
   *
   * @throws {BotwrightError} `INSPECTION_LOST`
   */
  readonly inspect: (source: string, accountId: number) => Promise<Inspection>;
}

/** The most files that the inspector remembers because their inspection exceeded the limits. */
const MAX_REMEMBERED = 10_000;

/**
 * Creates the {@link Inspector} of a node.
 *
 * @param inspections the process, which the inspector ends when it is disposed
 */
export function createInspector(
  inspections: InspectionProcess = createInspectionProcess(),
): Inspector {
  /**
   * Runs the files of one account one after the other, so that each account has one file in the queue of all
   * accounts.
   */
  const accounts = createKeyedQueue();
  const queue = createKeyedQueue();
  /** The files whose inspection exceeded the limits, by SHA-256. */
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
