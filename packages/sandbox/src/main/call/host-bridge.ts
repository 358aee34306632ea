import { argumentError, type FetchResult } from "@botwright/core";
import type { GuestRequest, HostAnswer } from "../../protocol/call-messages.ts";
import { MOST_COMMAS } from "../../protocol/measure-json.ts";
import { assertArgumentSize } from "./argument-text.ts";

/**
 * Restores the arguments from the guest's JSON, with the bytes at their positions. Types are not trusted
 * here: the host-call pipeline checks them.
 *
 * @throws {BotwrightError} `INVALID_ARGUMENT`, for a search `INVALID_QUERY`
 */
export function readArguments(request: GuestRequest): unknown[] {
  const { operation, json } = request;
  assertArgumentSize(operation, json);
  return completeArguments(request, JSON.parse(json));
}

/**
 * The same in steps, for arguments that are large: first their size is checked, then each is parsed. Six
 * MiB of JSON, as a text of 1 MiB may have, take about 15 ms of the main thread, and a request may have two.
 */
export function* readInSteps(request: GuestRequest): Generator<undefined, unknown[]> {
  const { operation, json } = request;
  const size = assertArgumentSize(operation, json);
  const commas = size?.commas ?? [];
  const isList = json.startsWith("[") && json.endsWith("]");
  if (!isList || commas.length === 0 || commas.length === MOST_COMMAS) {
    return completeArguments(request, JSON.parse(json));
  }
  const parsed: unknown[] = [];
  let from = 1;
  for (const to of [...commas, json.length - 1]) {
    yield;
    parsed.push(JSON.parse(json.slice(from, to)));
    from = to + 1;
  }
  return completeArguments(request, parsed);
}

function completeArguments({ operation, bytes }: GuestRequest, parsed: unknown): unknown[] {
  if (!Array.isArray(parsed)) throw notAList(operation);
  // JSON has no `undefined`: an omitted argument in the middle arrives as `null`. A stored value may be
  // `null`.
  const args: unknown[] = operation.startsWith("storage.")
    ? parsed
    : parsed.map((arg: unknown) => arg ?? undefined);
  for (const [position, value] of bytes) {
    if (!Object.hasOwn(args, position)) throw notAList(operation);
    args[position] = Buffer.from(value.buffer);
  }
  return args;
}

/** The guest's own code makes a list of the arguments: something pretends to be it. */
function notAList(operation: string): Error {
  return argumentError(operation, `${operation}: the arguments must be a list`);
}

/** Encodes the resolved value of a host call as the guest's answer. */
export function encodeAnswer(value: unknown): Pick<HostAnswer, "json" | "bytes"> {
  if (value instanceof Uint8Array) return { json: "", bytes: wholeBuffer(value) };
  if (!isFetchResult(value)) return { json: JSON.stringify(value) ?? "" };
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

/** Copies the bytes into a buffer of their own: posting a view would transfer its whole buffer. */
function wholeBuffer(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const { buffer, byteLength } = bytes;
  const isWhole = buffer instanceof ArrayBuffer && buffer.byteLength === byteLength;
  return isWhole ? new Uint8Array(buffer) : new Uint8Array(bytes);
}
