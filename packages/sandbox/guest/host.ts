/** Conversions that the host does faster. */
export type TranscodeKind =
  | "utf8-decode"
  | "utf8-decode-fatal"
  | "utf8-encode"
  | "base64-encode"
  | "base64url-encode"
  | "base64-decode";

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
  /** Turns bytes into text or back; texts that may hold NUL or lone surrogates cross as JSON. */
  transcode(kind: TranscodeKind, value: string | ArrayBuffer): string | ArrayBuffer | null;
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
