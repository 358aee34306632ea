import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import type { JournalEntry } from "../ports/journal.ts";
import { BotwrightError } from "../types/errors.ts";

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

/** Whether a call is of the same operation with equal arguments. */
export function isSameCall(
  entry: JournalEntry,
  operation: string,
  args: readonly unknown[],
): boolean {
  return entry.operation === operation && isDeepStrictEqual(plain(entry.args), plain(args));
}

/** The same text for calls of one operation with equal arguments, in equal order of keys. */
export function digestOf(operation: string, args: readonly unknown[]): string {
  return createHash("sha256").update(operation).update("\0").update(toJson(args)).digest("hex");
}

/** Converts arguments to the form in which every journal keeps them: JSON, with bytes as text. */
function plain(args: readonly unknown[]): unknown {
  return JSON.parse(toJson(args));
}

function toJson(args: readonly unknown[]): string {
  return JSON.stringify(args, function (this: Record<string, unknown>, key, value: unknown) {
    // `JSON.stringify` has already called the Buffer's `toJSON`.
    const original = this[key];
    if (!(original instanceof Uint8Array)) return value;
    return { base64: Buffer.from(original).toString("base64") };
  });
}
