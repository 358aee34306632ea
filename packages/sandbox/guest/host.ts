/** The computations that the host performs for the guest: each is a pure function. */
export type Computation =
  | "text-to-bytes"
  | "bytes-to-text"
  | "byte-length"
  | "encode-into"
  | "encoding-name"
  | "decode-text"
  | "url-parse"
  | "url-set"
  | "digest"
  | "hmac"
  | "hash-begin"
  | "hash-update"
  | "hash-end"
  | "format-date"
  | "format-number"
  | "compare-texts";

/** The functions that the host gives to the bootstrap; the guest has no other way out of the machine. */
export interface HostFunctions {
  /**
   * Asks for a host call: operation, space, arguments as JSON. Byte arguments follow as pairs of
   * position and buffer.
   */
  request(id: number, call: string, ...pairs: (number | ArrayBuffer)[]): void;
  /**
   * Ends the call; 1 for a value, 0 for an error. A value without JSON is `undefined`. `timer` describes one
   * that is pending.
   */
  settle(ok: 0 | 1, json?: string, timer?: string): void;
  /** A line of the console; `length` is that of the whole text when it was cut. */
  log(level: string, text: string, length?: number): void;
  /** Copies the medium of this call's message into the machine. */
  media(): ArrayBuffer | null;
  /** Computes for the guest, given JSON and bytes. Returns JSON or bytes, or null if the host refuses the input. */
  compute(
    kind: Computation,
    json: string,
    ...bytes: ArrayBuffer[]
  ): string | ArrayBuffer | null | undefined;
  /** Random bytes, at most 65,536. */
  random(length: number): ArrayBuffer;
  /**
   * Announces to the host what is about to leave the machine; returns false when it is too much, and the
   * call is over.
   */
  reserve(characters: number, bytes: number): boolean;
}

/** Characters or bytes from which the guest asks the host before it sends a value. */
const LARGE = 65_536;

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

/** Most characters of a console line that are sent to the host; the host counts the whole line. */
const MAX_LINE_LENGTH = 1_048_576;

/** Writes a line of the console. */
export function writeLine(level: string, text: string): void {
  if (text.length <= MAX_LINE_LENGTH) host().log(level, text);
  else host().log(level, text.slice(0, MAX_LINE_LENGTH), text.length);
}

/**
 * Whether a value of this size may leave the machine. If not, the call has ended, and the guest must not make the
 * host copy the value first.
 */
export function mayCross(characters: number, bytes = 0): boolean {
  return characters + bytes < LARGE || host().reserve(characters, bytes);
}

/** Returns bytes of the host; throws if the engine had no memory for them. */
export function assertBytes(value: unknown): ArrayBuffer {
  if (value instanceof ArrayBuffer) return value;
  throw new RangeError("out of memory");
}
