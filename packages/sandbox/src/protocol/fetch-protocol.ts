/**
 * What the main thread and the fetch thread exchange.
 *
 * @module
 */
import type { GuardedFetchOptions } from "@botwright/guarded-fetch";

/** The `workerData` of the fetch thread. */
export interface FetchWorkerData {
  readonly guard: FetchGuardOptions;
  readonly maxHeldBytes: number;
}

/** Options of the guarded fetch that can be cloned to a thread. */
export type FetchGuardOptions = Omit<GuardedFetchOptions, "lookup">;

/** Messages to the fetch thread. */
export type ToFetchThread = FetchRequest | { type: "abort"; id: number } | { type: "ping" };

/** One fetch of a plugin. */
export interface FetchRequest {
  readonly type: "fetch";
  readonly id: number;
  readonly url: string;
  readonly init: {
    readonly method: string;
    readonly headers: [name: string, value: string][];
    readonly body?: Uint8Array<ArrayBuffer>;
    readonly hosts?: readonly string[];
    readonly group?: string;
    readonly maxResponseBytes?: number;
  };
}

/** A response with its complete body. */
export interface FetchedResponse {
  readonly type: "response";
  readonly id: number;
  readonly status: number;
  readonly statusText: string;
  readonly url: string;
  readonly redirected: boolean;
  readonly headers: [name: string, value: string][];
  readonly body: ArrayBuffer;
}

/** The reason why a fetch rejected. */
export interface FetchFailure {
  readonly type: "error";
  readonly id: number;
  /** The error's class name. */
  readonly name: string;
  readonly message: string;
  readonly code?: string | undefined;
}

/** The fetch begins to wait because too many others run, or its wait has ended. */
interface FetchWait {
  readonly type: "waiting";
  readonly id: number;
  readonly isWaiting: boolean;
}

/** Messages from the fetch thread. */
export type FromFetchThread =
  | FetchedResponse
  | FetchFailure
  | FetchWait
  | { type: "ready" }
  | { type: "pong" };

/**
 * Validates a message of the fetch thread, which processes untrusted input.
 *
 * @throws {TypeError} for any other value
 */
export function parseFromFetchThread(message: unknown): FromFetchThread {
  if (typeof message === "object" && message !== null && "type" in message) {
    const { type } = message;
    if (type === "ready" || type === "pong") return { type };
    if (type === "response" && isResponse(message)) return message;
    if (type === "error" && isFailure(message)) return message;
    if (type === "waiting" && isWait(message)) return message;
  }
  throw new TypeError("the thread that fetches sent no known message");
}

function isResponse(value: object): value is FetchedResponse {
  return (
    has(value, "id", "number") &&
    has(value, "status", "number") &&
    has(value, "statusText", "string") &&
    has(value, "url", "string") &&
    has(value, "redirected", "boolean") &&
    "headers" in value &&
    isHeaderList(value.headers) &&
    "body" in value &&
    value.body instanceof ArrayBuffer
  );
}

function isWait(value: object): value is FetchWait {
  return has(value, "id", "number") && has(value, "isWaiting", "boolean");
}

function isFailure(value: object): value is FetchFailure {
  return (
    has(value, "id", "number") &&
    has(value, "name", "string") &&
    has(value, "message", "string") &&
    (!("code" in value) || value.code === undefined || typeof value.code === "string")
  );
}

function has(value: object, key: string, type: "boolean" | "number" | "string"): boolean {
  // oxlint-disable-next-line valid-typeof -- the parameter's type names the three
  return typeof Reflect.get(value, key) === type;
}

/** Whether the value is a list of header names and values. */
function isHeaderList(value: unknown): value is [string, string][] {
  return (
    Array.isArray(value) &&
    value.every(
      (pair: unknown) =>
        Array.isArray(pair) && pair.length === 2 && pair.every((part) => typeof part === "string"),
    )
  );
}
