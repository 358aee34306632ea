import { type Computation, host } from "./host.ts";

/** Has the host compute a plain value; undefined for input that it refuses. */
export function compute(
  kind: Computation,
  args: readonly unknown[],
  ...bytes: readonly Uint8Array[]
): unknown {
  const answer = host().compute(kind, JSON.stringify(args), ...bytes.map(own));
  return typeof answer === "string" ? JSON.parse(answer) : undefined;
}

/** Has the host compute a text. */
export function computeText(
  kind: Computation,
  args: readonly unknown[],
  ...bytes: readonly Uint8Array[]
): string {
  const answer = compute(kind, args, ...bytes);
  if (typeof answer !== "string") throw refused(kind);
  return answer;
}

/** Has the host compute bytes. */
export function computeBytes(
  kind: Computation,
  args: readonly unknown[],
  ...bytes: readonly Uint8Array[]
): Uint8Array<ArrayBuffer> {
  const answer = host().compute(kind, JSON.stringify(args), ...bytes.map(own));
  if (!(answer instanceof ArrayBuffer)) throw refused(kind);
  return new Uint8Array(answer);
}

/** The UTF-8 bytes of a text; lone surrogates become the replacement character. */
export function encodeUtf8(text: string): Uint8Array<ArrayBuffer> {
  return computeBytes("text-to-bytes", [text, "utf8"]);
}

/** The text of UTF-8 bytes; malformed ones become the replacement character. */
export function decodeUtf8(bytes: Uint8Array): string {
  return computeText("bytes-to-text", ["utf8"], bytes);
}

/** The bytes of a buffer or of a view on one, which they share; undefined for all else. */
export function viewOf(value: unknown): Uint8Array | undefined {
  if (value instanceof ArrayBuffer) return new Uint8Array(value);
  if (!ArrayBuffer.isView(value)) return undefined;
  return new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
}

/** Bytes of a buffer or view, as a buffer of their own. */
export function copyOf(value: Uint8Array): Uint8Array<ArrayBuffer> {
  const copy = new Uint8Array(value.length);
  copy.set(value);
  return copy;
}

/** What crosses is a whole buffer. */
function own(bytes: Uint8Array): ArrayBuffer {
  const { buffer } = bytes;
  const isWhole = buffer instanceof ArrayBuffer && buffer.byteLength === bytes.byteLength;
  return isWhole ? buffer : copyOf(bytes).buffer;
}

function refused(kind: Computation): Error {
  return new RangeError(`too large for ${kind}`);
}
