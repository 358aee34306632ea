import type { JournalEntry } from "../ports/journal.ts";
import { BotwrightError } from "../types/errors.ts";
import { cutArguments } from "./cut-arguments.ts";
import { isSameJson } from "./same-json.ts";

/**
 * Compares a requested call with the recorded one at the same sequence number.
 *
 * @throws {BotwrightError} `JOURNAL_MISMATCH`
 */
export function assertSameCall(
  entry: JournalEntry,
  operation: string,
  args: readonly unknown[],
): void {
  if (isSameCall(entry, operation, args)) return;
  const difference =
    entry.operation === operation
      ? `asked ${operation} for something else when it was recorded`
      : `was ${entry.operation} when it was recorded and is ${operation} now`;
  throw new BotwrightError(
    `host call ${entry.sequence} ${difference}; the plugin or its input has changed`,
    { code: "JOURNAL_MISMATCH" },
  );
}

/** Whether a call has the operation and the arguments of the entry, which may have been cut by `cutArguments`. */
export function isSameCall(
  entry: JournalEntry,
  operation: string,
  args: readonly unknown[],
): boolean {
  if (entry.operation !== operation) return false;
  if (isSameJson(entry.args, args)) return true;
  const cut = cutArguments(args);
  return cut !== args && isSameJson(entry.args, cut);
}
