import { type Computation, host } from "./host.ts";

/** Most characters of arguments. The host refuses more, so longer ones are not copied to it. */
const MAX_LENGTH = 2_097_152;

/**
 * Has the host compute something that native code does much faster than the guest: hashes, encodings, URLs.
 * The call is synchronous, depends on its arguments alone, and is therefore no host call: it needs no journal
 * and no permission. Returns null for input that the host refuses.
 */
function ask(
  kind: Computation,
  args: readonly unknown[],
  bytes: readonly Uint8Array[],
): string | ArrayBuffer | null {
  const json = JSON.stringify(args);
  if (json.length > MAX_LENGTH) return null;
  const answer = host().compute(kind, json, ...bytes.map(own));
  // Without memory for the answer, the engine returns no value.
  if (answer === undefined) throw new RangeError("out of memory");
  return answer;
}

/** Has the host compute a plain value; undefined for input that it refuses. */
export function compute(
  kind: Computation,
  args: readonly unknown[],
  ...bytes: readonly Uint8Array[]
): unknown {
  const answer = ask(kind, args, bytes);
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
  const answer = ask(kind, args, bytes);
  if (!(answer instanceof ArrayBuffer)) throw refused(kind);
  return new Uint8Array(answer);
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

/** Returns a buffer with exactly these bytes, because the host receives whole buffers. */
function own(bytes: Uint8Array): ArrayBuffer {
  const { buffer } = bytes;
  const isWhole = buffer instanceof ArrayBuffer && buffer.byteLength === bytes.byteLength;
  return isWhole ? buffer : copyOf(bytes).buffer;
}

function refused(kind: Computation): Error {
  return new RangeError(`too large for ${kind}`);
}
