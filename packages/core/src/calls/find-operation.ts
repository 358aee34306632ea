import type { ReplyTarget } from "../ports/bot.ts";
import type { HostCallResults, OperationArguments } from "./operation-types.ts";
import {
  type ContextOperation,
  type GuestOperation,
  type InternalOperation,
  type Operation,
  OPERATIONS,
} from "./operations.ts";

/** The `answer` that a row must have, derived from the result type of the port's method. */
type AnswerOf<Result> = Result extends Uint8Array
  ? { readonly answer: "bytes" }
  : [Result] extends [void]
    ? { readonly answer: "nothing" }
    : { readonly answer?: undefined };

/** The `text` that a row must have, derived from the argument types of the port's method. */
type TextOf<Arguments> = Arguments extends readonly [unknown, string, ...unknown[]]
  ? { readonly text: "markdown" | "plain" }
  : { readonly text?: undefined };

/** The `destination` that fits the arguments of the port's method: an optional third string is a context token. */
type ChatOf<Arguments> = Arguments extends readonly [ReplyTarget, ...unknown[]]
  ? "message"
  : Arguments extends readonly [unknown, unknown?] | readonly [unknown, unknown, string]
    ? "user"
    : "user-and-token";

/** The `destination` that a row must have, derived from its permission and the arguments of the port's method. */
type DestinationOf<Row, Arguments> = Row extends { readonly permission: "proactive" }
  ? { readonly destination: ChatOf<Arguments> }
  : { readonly destination?: undefined };

const typedRows: {
  readonly [Name in GuestOperation]: Operation &
    AnswerOf<HostCallResults[Name]> &
    TextOf<OperationArguments[Name]> &
    DestinationOf<(typeof OPERATIONS)[Name], OperationArguments[Name]>;
} = OPERATIONS;
const rows: ReadonlyMap<string, Operation> = new Map(Object.entries(typedRows));

/** Returns the row of an operation; undefined for a name that plugins cannot call. */
export function findOperation(name: string): Operation | undefined {
  return rows.get(name);
}

/** Whether the name is that of an operation of the context. */
export function isContextOperation(name: string): name is ContextOperation {
  return name !== "fetch" && rows.has(name);
}

/** Whether the name is an `InternalOperation`. */
export function isInternal(name: string): name is InternalOperation {
  return name === "call.start" || name === "timer";
}

/** Whether the operation changes something; the journal gets a begin entry before such an operation is performed. */
export function isEffect(name: string): boolean {
  const kind = findOperation(name)?.kind;
  return kind !== undefined && kind !== "read";
}

/** Whether the operation puts messages into the chat. */
export function isSend(name: string): boolean {
  return findOperation(name)?.kind === "send";
}

/** Whether the answer of the operation is secret. */
export function isSecretAnswer(name: string): boolean {
  return findOperation(name)?.isSecret === true;
}

/** Whether the operation costs credits. */
export function isCharged(name: string): boolean {
  return findOperation(name)?.isCharged === true;
}

/** How many of the operation's arguments are values to store; 0 except for writes to `storage`. */
export function countStoredValues(name: string): number {
  return findOperation(name)?.storedValues ?? 0;
}

/** Whether the operation's method takes a `RunInTurn` after its arguments. */
export function takesTurn(name: string): boolean {
  return findOperation(name)?.takesTurn === true;
}

/** Whether the operation returns the bytes of a medium. */
function isDownload(name: string): boolean {
  return findOperation(name)?.answer === "bytes";
}

/** A method of a service, with the name of its operation. */
export interface OperationMethod {
  readonly method: string;
  readonly operation: string;
  readonly isDownload: boolean;
  /** See {@link Operation}. */
  readonly variant: Operation["variant"];
}

/**
 * The methods of a service; for the empty prefix those of the context itself. Precomputed, because every run of
 * a handler reads them.
 *
 * @example
 * methodsOf("storage."); // [{ method: "get", operation: "storage.get", isDownload: false, … }, …]
 */
export function methodsOf(prefix: string): readonly OperationMethod[] {
  return METHODS.get(prefix) ?? [];
}

const METHODS: ReadonlyMap<string, readonly OperationMethod[]> = groupMethods();

function groupMethods(): Map<string, OperationMethod[]> {
  const groups = new Map<string, OperationMethod[]>();
  for (const [operation, { variant }] of rows) {
    const prefix = operation.slice(0, operation.indexOf(".") + 1);
    const method = operation.slice(prefix.length);
    const known = groups.get(prefix) ?? [];
    const made = { method, operation, isDownload: isDownload(operation), variant };
    groups.set(prefix, [...known, made]);
  }
  return groups;
}
