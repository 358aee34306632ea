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

/** The inside of a request or an answer, as it goes from thread to thread. */
export interface HttpPacket {
  readonly headers: readonly (readonly [string, string])[];
  readonly body: ArrayBuffer;
}

/** What the thread calls. */
export interface HostMethods {
  sink(incoming: IncomingMessage): Promise<void>;
  get(key: string): Promise<JsonValue | undefined>;
  set(key: string, value: JsonValue, options: Parameters<AdapterState["set"]>[2]): Promise<void>;
  delete(key: string): Promise<void>;
}

/** What the host calls. */
export interface ThreadMethods {
  start(): Promise<void>;
  handle(method: string, url: string, packet: HttpPacket): Promise<HttpPacket & { status: number }>;
}

/** Reads the inside of a request or an answer. */
export async function toPacket(headers: Headers, content: Body): Promise<HttpPacket> {
  return { headers: [...headers], body: await content.arrayBuffer() };
}

/** What requests and answers have in common. */
type Body = Pick<Response, "arrayBuffer">;
