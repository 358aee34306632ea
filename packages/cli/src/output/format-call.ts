import { inspect } from "node:util";
import { type HostCallOutcome, type JournalEntry, shortenText } from "@botwright/core";

/** Formats a value on one line, shortened as far as it stays useful. */
function formatValue(value: unknown, width = 60): string {
  if (value instanceof Uint8Array) return `<${value.length} bytes>`;
  return shortenText(inspect(value, INSPECTED).replaceAll("\n", " "), width);
}

/** `storage.set("last", "Berlin")` */
export function formatCall({ operation, args }: Pick<JournalEntry, "operation" | "args">): string {
  if (operation === "call.start") return "call.start";
  return `${operation}(${args.map(formatArgument).join(", ")})`;
}

/** The answer to a call, or the reason of its refusal. */
export function formatOutcome({ outcome }: { readonly outcome?: HostCallOutcome }): string {
  if (outcome === undefined) return "never answered";
  if (!outcome.ok) return `${outcome.error.code}: ${outcome.error.message}`;
  return outcome.value === undefined ? "done" : formatValue(outcome.value);
}

const INSPECTED = { depth: 3, breakLength: Infinity, compact: true, maxStringLength: 200 } as const;

/** Formats an argument; the message that a reply answers is shortened to `msg`. */
function formatArgument(argument: unknown): string {
  const isMessage = typeof argument === "object" && argument !== null && "contextToken" in argument;
  return isMessage ? "msg" : formatValue(argument);
}
