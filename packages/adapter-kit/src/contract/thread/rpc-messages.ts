import type { AdapterState, IncomingMessage, JsonValue } from "@botwright/core";

/** The `workerData` of an adapter's thread. */
export interface ThreadData {
  /** The address of the module, and the name of the function in it that makes the adapter. */
  readonly module: string;
  readonly factory: string;
  readonly options: object;
  /** The factor by which the adapter's timers are faster than real time. */
  readonly speed: number;
}

/** A request from the thread to its host: to accept a message, or to read or write the state. */
export type HostRequest =
  | { readonly what: "sink"; readonly incoming: IncomingMessage }
  | { readonly what: "get" | "delete"; readonly key: string }
  | {
      readonly what: "set" | "setIfAbsent";
      readonly key: string;
      readonly value: JsonValue;
      readonly options: Parameters<AdapterState["set"]>[2];
    };

/** The value for `get`, a boolean for `setIfAbsent`, `undefined` for the others. */
export type HostResponse = JsonValue | undefined;

/** A request from the host to the thread: to start the adapter, or to answer a callback. */
export type ThreadRequest =
  | { readonly what: "start" }
  | ({ readonly what: "handle" } & SerializedRequest);

/** The answer to a callback, `undefined` for `start`. */
export type ThreadResponse = (SerializedContent & { readonly status: number }) | undefined;

/** Headers and body of a request or a response, in a form that structured cloning transfers. */
export interface SerializedContent {
  readonly headers: [string, string][];
  readonly body: ArrayBuffer;
}

/** A `Request` in a form that structured cloning transfers. */
export interface SerializedRequest extends SerializedContent {
  readonly method: string;
  readonly url: string;
}

/** Reads headers and body of a request or a response. */
export async function serialize(content: Request | Response): Promise<SerializedContent> {
  return { headers: [...content.headers], body: await content.arrayBuffer() };
}

/** The body for `Request` and `Response`, which reject an empty body for many methods and statuses. */
export function bodyOf({ body }: SerializedContent): ArrayBuffer | null {
  return body.byteLength === 0 ? null : body;
}
