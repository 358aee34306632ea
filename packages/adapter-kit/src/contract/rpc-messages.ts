import type { AdapterState, IncomingMessage, JsonValue } from "@botwright/core";

/** What a thread is told at its start. */
export interface ThreadData {
  /** The address of the module, and the name of the function in it that makes the adapter. */
  readonly module: string;
  readonly factory: string;
  readonly options: object;
  /** How many times as fast as the machine's the adapter's waits are. */
  readonly speed: number;
}

/** What the thread asks of its host: to take a message, or its state. */
export type HostRequest =
  | { readonly what: "sink"; readonly incoming: IncomingMessage }
  | { readonly what: "get" | "delete"; readonly key: string }
  | {
      readonly what: "set" | "setIfAbsent";
      readonly key: string;
      readonly value: JsonValue;
      readonly options: Parameters<AdapterState["set"]>[2];
    };

/** What `get` finds, or whether `setIfAbsent` has set it; else nothing. */
export type HostResponse = JsonValue | undefined;

/** What the host asks of the thread: to start, or to answer a callback. */
export type ThreadRequest =
  | { readonly what: "start" }
  | ({ readonly what: "handle" } & SerializedRequest);

/** The answer to a callback, else nothing. */
export type ThreadResponse = (SerializedContent & { readonly status: number }) | undefined;

/** The inside of a request or an answer, as it goes from thread to thread. */
export interface SerializedContent {
  readonly headers: [string, string][];
  readonly body: ArrayBuffer;
}

/** A request as it goes from thread to thread. */
export interface SerializedRequest extends SerializedContent {
  readonly method: string;
  readonly url: string;
}

/** Reads the inside of a request or an answer. */
export async function serialize(content: Request | Response): Promise<SerializedContent> {
  return { headers: [...content.headers], body: await content.arrayBuffer() };
}

/** A body as `Request` and `Response` want it: many statuses may have none. */
export function bodyOf({ body }: SerializedContent): ArrayBuffer | null {
  return body.byteLength === 0 ? null : body;
}
