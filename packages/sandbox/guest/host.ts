/** What the host computes for the guest: a pure function each. */
export type Computation =
  | "text-to-bytes"
  | "bytes-to-text"
  | "byte-length"
  | "encode-into"
  | "encoding-name"
  | "decode-text"
  | "url-parse"
  | "url-set"
  | "params-parse"
  | "params-serialize"
  | "digest"
  | "hmac"
  | "format-date"
  | "format-number";

/** What the host gives to the bootstrap; nothing else leads out of the machine. */
export interface HostFunctions {
  /**
   * Asks for a host call: operation, space, arguments as JSON. Byte arguments follow as pairs of
   * position and buffer.
   */
  request(id: number, call: string, ...pairs: (number | ArrayBuffer)[]): void;
  /** Ends the call; 1 for a value, 0 for an error. */
  settle(ok: 0 | 1, json: string): void;
  log(level: string, text: string): void;
  /** Copies the medium of this call's message into the machine. */
  media(): ArrayBuffer | null;
  /** Arguments as JSON, bytes beside them; answers with JSON or bytes, null for what it refuses. */
  compute(kind: Computation, json: string, ...bytes: ArrayBuffer[]): string | ArrayBuffer | null;
  /** Random bytes, at most 65,536. */
  random(length: number): ArrayBuffer;
}

let functions: HostFunctions | undefined;

/** Keeps the host's functions; called once, before the base image is taken. */
export function connect(given: HostFunctions): void {
  if (functions !== undefined) throw new Error("the host is already connected");
  functions = given;
}

/** The host's functions. */
export function host(): HostFunctions {
  if (functions === undefined) throw new Error("the host is not connected");
  return functions;
}
