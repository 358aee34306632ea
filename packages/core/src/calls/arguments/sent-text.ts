import { findOperation } from "../find-operation.ts";
import type { Operation } from "../operations.ts";

/** Where the text stands among the arguments of an operation that sends one. */
const POSITION = 1;

/**
 * The text that a call has sent and how it is written; undefined for an operation that sends none.
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
 * The arguments of an operation, with what a plugin gives as the text of a message made text: numbers,
 * BigInts and truth values, as in a template. Everything else stays unchanged, and is refused where it is no
 * text: an object's text says nothing, and `NaN` or `undefined` is a mistake.
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
