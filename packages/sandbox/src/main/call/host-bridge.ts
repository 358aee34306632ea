import {
  argumentError,
  type FetchResult,
  findOperation,
  jsonOfRead,
  keepJson,
} from "@botwright/core";
import { splitItems } from "@botwright/core/measure-json";
import type { GuestRequest, HostAnswer } from "../../protocol/call-messages.ts";
import { assertArgumentSize } from "./argument-text.ts";

/**
 * Restores the arguments from the guest's JSON, with the bytes and large texts at their positions. Types are
 * not trusted here: the host-call pipeline checks them.
 *
 * @throws {BotwrightError} `INVALID_ARGUMENT`, for a search `INVALID_QUERY`
 */
export function readArguments(request: GuestRequest): unknown[] {
  const { operation, json, bytes, texts } = request;
  assertArgumentSize(request);
  const parsed: unknown = JSON.parse(json);
  if (!Array.isArray(parsed)) throw notAList(operation);
  // JSON has no `undefined`: an omitted argument in the middle arrives as `null`. A stored value may be
  // `null`.
  const args: unknown[] = operation.startsWith("storage.")
    ? parsed
    : parsed.map((arg: unknown) => arg ?? undefined);
  const insert = (position: number, value: unknown): void => {
    if (!Object.hasOwn(args, position)) throw notAList(operation);
    args[position] = value;
  };
  const { storedValues = 0 } = findOperation(operation) ?? {};
  if (storedValues > 0 && json.length >= LARGE_JSON) keepItems(args, json);
  for (const [position, value] of bytes) insert(position, Buffer.from(value.buffer));
  for (const [position, text] of texts) insert(position, text);
  return args;
}

/** Characters of arguments from which a stored value's JSON is kept, because writing it again takes milliseconds. */
const LARGE_JSON = 4096;

/**
 * Keeps the JSON of each value, so that the storage need not write it again. V8 writes some numbers forty times more
 * slowly than others: a megabyte of them took 100 ms.
 */
function keepItems(args: readonly unknown[], json: string): void {
  // The bootstrap writes no blanks around the list, but a compromised guest might. Each item must be valid JSON,
  // because it is stored as it is.
  if (!json.startsWith("[") || !json.endsWith("]")) return;
  const items = splitItems(json);
  if (items.length !== args.length) return;
  for (const [at, value] of args.entries()) keepJson(value, items[at] ?? "");
}

/** Characters of a request's arguments. */
export function argumentCharacters({ json, texts }: GuestRequest): number {
  return texts.reduce((sum, [, text]) => sum + text.length, json.length);
}

/** The bootstrap always sends the arguments as a list, so this request comes from a compromised guest. */
function notAList(operation: string): Error {
  return argumentError(operation, `${operation}: the arguments must be a list`);
}

/** Characters from which an answer that is a text is sent to the worker as a text and not as JSON. */
const LARGE_TEXT = 4096;

/** Encodes the resolved value of a host call as the guest's answer. */
export function encodeAnswer(value: unknown): Pick<HostAnswer, "json" | "bytes" | "text"> {
  if (typeof value === "string" && value.length >= LARGE_TEXT) return { json: "", text: value };
  if (value instanceof Uint8Array) return { json: "", bytes: wholeBuffer(value) };
  if (!isFetchResult(value)) return { json: jsonOfRead(value) ?? "" };
  const { body, ...head } = value;
  return { json: JSON.stringify(head), bytes: wholeBuffer(body) };
}

/** Only a fetch response contains bytes inside an object. */
function isFetchResult(value: unknown): value is FetchResult {
  return (
    typeof value === "object" &&
    value !== null &&
    "body" in value &&
    value.body instanceof Uint8Array
  );
}

/** Returns the bytes with a buffer of their own, copied if needed: posting a view would send its whole buffer. */
function wholeBuffer(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const { buffer, byteLength } = bytes;
  const isWhole = buffer instanceof ArrayBuffer && buffer.byteLength === byteLength;
  return isWhole ? new Uint8Array(buffer) : new Uint8Array(bytes);
}
