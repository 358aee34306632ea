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
  if (entry.operation !== operation) return false;
  const [before, now] = [separateBytes(entry.args), separateBytes(args)];
  if (!hasSameBytes(before.bytes, now.bytes)) return false;
  const [textBefore, textNow] = [toJson(before.rest), toJson(now.rest)];
  // Almost always the keys are in the same order too.
  return textBefore === textNow || isDeepStrictEqual(JSON.parse(textBefore), JSON.parse(textNow));
}

/** The same text for calls of one operation with equal arguments, in equal order of keys. */
export function digestOf(operation: string, args: readonly unknown[]): string {
  const { rest, bytes } = separateBytes(args);
  const hash = createHash("sha256").update(operation).update("\0").update(toJson(rest));
  for (const each of bytes) hash.update("\0").update(each);
  return hash.digest("hex");
}

/** Arguments that are bytes, a medium or a body, beside the others: as text they would be twice as much to compare. */
function separateBytes(args: readonly unknown[]): {
  readonly rest: readonly unknown[];
  readonly bytes: readonly Uint8Array[];
} {
  const bytes: Uint8Array[] = [];
  const rest = args.map((arg) => {
    if (!(arg instanceof Uint8Array)) return arg;
    bytes.push(arg);
    return { bytes: arg.length };
  });
  return { rest, bytes };
}

function hasSameBytes(before: readonly Uint8Array[], now: readonly Uint8Array[]): boolean {
  const isSame = (bytes: Uint8Array, place: number): boolean => {
    const other = now[place];
    return other !== undefined && Buffer.compare(bytes, other) === 0;
  };
  return before.length === now.length && before.every(isSame);
}

/** The form in which every journal keeps arguments: JSON, with bytes as text. */
function toJson(args: readonly unknown[]): string {
  return JSON.stringify(args, function (this: Record<string, unknown>, key, value: unknown) {
    // `JSON.stringify` has already called the Buffer's `toJSON`.
    const original = this[key];
    if (!(original instanceof Uint8Array)) return value;
    return { base64: Buffer.from(original).toString("base64") };
  });
}
