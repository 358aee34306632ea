import { findOperation } from "../find-operation.ts";
import type { Operation } from "../operations.ts";

/** Index of the text among the arguments of an operation that sends a text. */
const POSITION = 1;

/**
 * Returns the text that a call sends, and its format; undefined for an operation that sends no text.
 *
 * @example
 * sentTextOf("bot.reply", [msg, "**Hello**"]); // { text: "**Hello**", format: "markdown" }
 */
export function sentTextOf(
  operation: string,
  args: unknown,
): { readonly text: string; readonly format: NonNullable<Operation["text"]> } | undefined {
  const format = findOperation(operation)?.text;
  const text: unknown = Array.isArray(args) ? args[POSITION] : undefined;
  return format === undefined || typeof text !== "string" ? undefined : { text, format };
}

/**
 * Returns the arguments of an operation, with a number, BigInt or boolean in place of the message text converted to a
 * string, as in a template literal. Validation refuses every other value that is not a string: an object's string form
 * says nothing, and `NaN` or `undefined` is a mistake of the plugin.
 */
export function withSentText(operation: string, args: readonly unknown[]): readonly unknown[] {
  if (findOperation(operation)?.text === undefined) return args;
  if (!Array.isArray(args) || !isConverted(args[POSITION])) return args;
  return args.with(POSITION, String(args[POSITION]));
}

function isConverted(value: unknown): boolean {
  if (typeof value === "number") return Number.isFinite(value);
  return typeof value === "bigint" || typeof value === "boolean";
}
