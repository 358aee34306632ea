import type { ReplyTarget } from "../ports/bot.ts";
import type { HostCallResults, OperationArguments } from "./operation-types.ts";
import {
  type ContextOperation,
  type GuestOperation,
  type InternalOperation,
  type Operation,
  OPERATIONS,
} from "./operations.ts";

/** What a row says of its answer, by the result of the port's method. */
type AnswerOf<Result> = Result extends Uint8Array
  ? { readonly answer: "bytes" }
  : [Result] extends [void]
    ? { readonly answer: "nothing" }
    : { readonly answer?: undefined };

/** What a row says of the text that is sent, by the arguments of the port's method. */
type TextOf<Arguments> = Arguments extends readonly [unknown, string, ...unknown[]]
  ? { readonly text: "markdown" | "plain" }
  : { readonly text?: undefined };

/** Which arguments of the port's method name the chat: an optional third text is a context token. */
type ChatOf<Arguments> = Arguments extends readonly [ReplyTarget, ...unknown[]]
  ? "message"
  : Arguments extends readonly [unknown, unknown?] | readonly [unknown, unknown, string]
    ? "user"
    : "user-and-token";

/** What a row says of the chat that a send goes to, by its permission and its arguments. */
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

/** Whether the operation changes something: journals have its beginning before it is performed. */
export function isEffect(name: string): boolean {
  const kind = findOperation(name)?.kind;
  return kind !== undefined && kind !== "read";
}

/** Whether the operation puts messages into the chat. */
export function isSend(name: string): boolean {
  return findOperation(name)?.kind === "send";
}

/** Whether what the operation answers is secret. */
export function isSecretAnswer(name: string): boolean {
  return findOperation(name)?.isSecret === true;
}

/** Whether the operation costs credits. */
export function isCharged(name: string): boolean {
  return findOperation(name)?.isCharged === true;
}

/** How many of the operation's arguments are values to store; 0 for all but writes of storage. */
export function countStoredValues(name: string): number {
  return findOperation(name)?.storedValues ?? 0;
}

/** Whether the operation's method takes `RunInTurn` behind its arguments. */
export function takesTurn(name: string): boolean {
  return findOperation(name)?.takesTurn === true;
}

/** Whether the operation returns the bytes of a medium. */
function isDownload(name: string): boolean {
  return findOperation(name)?.answer === "bytes";
}

/** A method of a service, with the operation that it is. */
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
