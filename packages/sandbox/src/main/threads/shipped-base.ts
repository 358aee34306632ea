import { readFile } from "node:fs/promises";
import { deserialize, serialize } from "node:v8";
import { type Base, shareBaseImage } from "../../protocol/memory-image.ts";
import { BASE_IMAGE_FILE } from "./thread-files.ts";
import type { CompiledWasm } from "./wasm.ts";

/** The base image file of the package. */
interface ShippedBase {
  /** SHA-256 of the WebAssembly binary for which it was built. */
  readonly wasm: string;
  readonly base: Base;
}

/**
 * Reads the base image that was built with the package, if it fits this WebAssembly binary. Without it the
 * first worker builds one, which doubles its start time.
 */
export async function readShippedBase({ hash }: CompiledWasm): Promise<Base | undefined> {
  let bytes: Buffer;
  try {
    bytes = await readFile(BASE_IMAGE_FILE);
  } catch {
    return undefined;
  }
  const shipped: ShippedBase = deserialize(bytes);
  if (shipped.wasm !== hash) return undefined;
  return { ...shipped.base, image: shareBaseImage(shipped.base.image) };
}

/** Writes what {@link readShippedBase} reads. */
export function formatShippedBase({ hash }: CompiledWasm, base: Base): Buffer {
  const { layout, end, data, heap } = base.image;
  // Shared memory cannot be serialized directly.
  const image = { layout, end, data: new Uint8Array(data), heap: new Uint8Array(heap) };
  const shipped: ShippedBase = { wasm: hash, base: { ...base, image } };
  return serialize(shipped);
}
