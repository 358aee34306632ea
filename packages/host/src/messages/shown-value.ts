import { findOperation, type Redactor, shortenRedacted } from "@botwright/core";

/** The most characters of a text, members of a list or an object, and levels of nesting that are shown. */
const MAX_LENGTH = 4000;
const MAX_ITEMS = 100;
const MAX_DEPTH = 8;
/** The most characters of all texts of one value; every value that is no text counts as `FEW` characters. */
const MAX_TOTAL_LENGTH = 64_000;
const FEW = 8;

/** The form in which a value of a host call is shown: JSON of bounded size, with counts in place of bytes. */
export type ShownValue =
  | string
  | number
  | boolean
  | null
  | readonly ShownValue[]
  | { readonly [key: string]: ShownValue };

/** How many characters an answer of the host may still use for the values that it shows. */
export interface ShownRoom {
  left: number;
}

/** Characters for all values of one answer. They are limited because one step writes all its JSON. */
const ROOM = 2_097_152;

/** Makes the budget of one answer of the host. */
export function createShownRoom(): ShownRoom {
  return { left: ROOM };
}

/**
 * Makes a value JSON that can be shown: bytes become `{ bytes: <count> }`, and what is too long, wide or deep is
 * cut, with `…` in its place. Only the shown part is searched for secrets, however large the value is.
 *
 * @param redactor knows the secrets of the run. @default nothing is secret
 * @param room the budget that the value shares with others in one answer. @default the value has its own limit only
 */
export function toShown(value: unknown, redactor?: Redactor, room?: ShownRoom): ShownValue {
  const most = Math.min(MAX_TOTAL_LENGTH, room?.left ?? Infinity);
  const budget = { left: most, redactor };
  const shown = show(value, budget, 0);
  if (room !== undefined) room.left = Math.max(0, room.left - (most - budget.left));
  return shown;
}

/** {@link toShown} for the arguments of a host call: the message that it answers becomes `{ message: <number> }`. */
export function toShownArguments(
  operation: string,
  args: readonly unknown[],
  redactor?: Redactor,
  room?: ShownRoom,
): ShownValue {
  const answersMessage = findOperation(operation)?.destination === "message";
  return toShown(answersMessage ? args.map(numberOfMessage) : args, redactor, room);
}

/** Only the first argument is the message; other arguments that look like a message are shown whole. */
function numberOfMessage(value: unknown, index: number): unknown {
  if (index > 0 || typeof value !== "object" || value === null) return value;
  return "messageId" in value ? { message: value.messageId } : value;
}

/** How many characters a value may still use, and what is secret in it. */
interface Budget {
  left: number;
  readonly redactor: Redactor | undefined;
}

function show(value: unknown, budget: Budget, depth: number): ShownValue {
  if (typeof value === "string") return cut(value, budget);
  budget.left -= FEW;
  if (typeof value === "boolean" || value === null || value === undefined) return value ?? null;
  if (typeof value === "number") return showNumber(value, budget);
  if (typeof value !== "object") return typeof value === "bigint" ? value.toString() : typeof value;
  if (ArrayBuffer.isView(value)) return { bytes: value.byteLength };
  if (depth === MAX_DEPTH || budget.left <= 0) return "…";
  if (Array.isArray(value)) {
    const shown = value.slice(0, MAX_ITEMS).map((one: unknown) => show(one, budget, depth + 1));
    return value.length > MAX_ITEMS ? [...shown, "…"] : shown;
  }
  const members = Object.entries(value).filter(([, one]) => one !== undefined);
  const shown = members
    .slice(0, MAX_ITEMS)
    .map(([key, one]) => [cut(key, budget), show(one, budget, depth + 1)] as const);
  return Object.fromEntries(members.length > MAX_ITEMS ? [...shown, ["…", "…"] as const] : shown);
}

/** A number may be a secret; then the redactor's placeholder is shown. */
function showNumber(value: number, { redactor }: Budget): ShownValue {
  const shown = redactor === undefined ? value : redactor.redactValue(value);
  if (typeof shown !== "number") return String(shown);
  return Number.isFinite(shown) ? shown : null;
}

function cut(text: string, budget: Budget): string {
  const length = Math.max(0, Math.min(MAX_LENGTH, budget.left));
  const shown = shortenRedacted(text, length, budget.redactor);
  budget.left -= shown.length;
  return shown;
}
