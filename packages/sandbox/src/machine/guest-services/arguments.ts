/** A pure function that the host computes for the guest; it returns undefined for input that it refuses. */
export type Computation = (args: readonly unknown[], bytes: readonly Uint8Array[]) => unknown;

/** Reads an argument that must be a text. */
export function textAt(args: readonly unknown[], position: number): string {
  const value = args[position];
  if (typeof value !== "string") throw new TypeError(`argument ${position} must be a text`);
  return value;
}

/** Returns a byte argument without copying it. */
export function bufferAt(bytes: readonly Uint8Array[], position: number): Buffer {
  const value = bytes[position];
  if (value === undefined) throw new TypeError(`bytes ${position} are missing`);
  return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
}
