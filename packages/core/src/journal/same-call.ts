import { isDeepStrictEqual } from "node:util";
import type { JournalEntry } from "../ports/journal.ts";
import { BotwrightError } from "../types/errors.ts";

/**
 * Compares what a run asks for with what was recorded at this place.
 *
 * @throws {BotwrightError} `JOURNAL_MISMATCH`
 */
export function assertSameCall(
  entry: JournalEntry,
  operation: string,
  args: readonly unknown[],
): void {
  const sameOperation = entry.operation === operation;
  if (sameOperation && isDeepStrictEqual(plain(entry.args), plain(args))) return;
  const difference = sameOperation
    ? `asked ${operation} for something else when it was recorded`
    : `was ${entry.operation} when it was recorded and is ${operation} now`;
  throw new BotwrightError(
    `host call ${entry.sequence} ${difference}; the plugin or its input has changed`,
    { code: "JOURNAL_MISMATCH" },
  );
}

/** Arguments as any journal keeps them: JSON, and bytes as text. */
function plain(args: readonly unknown[]): unknown {
  const json = JSON.stringify(args, function (this: Record<string, unknown>, key, value: unknown) {
    // A Buffer has turned itself into an object by now.
    const original = this[key];
    if (!(original instanceof Uint8Array)) return value;
    return { base64: Buffer.from(original).toString("base64") };
  });
  return JSON.parse(json);
}
