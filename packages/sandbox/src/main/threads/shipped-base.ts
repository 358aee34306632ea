import { readFile } from "node:fs/promises";
import { deserialize, serialize } from "node:v8";
import type { Base } from "../../machine/base-image.ts";
import { shareBaseImage } from "../../machine/image.ts";
import { BASE_IMAGE_FILE } from "./thread-files.ts";
import type { CompiledWasm } from "./wasm.ts";

/** The base image as the package brings it. */
interface ShippedBase {
  /** SHA-256 of the WebAssembly build that it fits. */
  readonly wasm: string;
  readonly base: Base;
}

/**
 * The base image that was made when the package was built, if it fits this WebAssembly build: without
 * it the first worker builds one, which takes as long as all the rest of its start.
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

/** What {@link readShippedBase} reads. */
export function formatShippedBase({ hash }: CompiledWasm, base: Base): Buffer {
  const { layout, end, data, heap } = base.image;
  // Shared memory is not written as such.
  const image = { layout, end, data: new Uint8Array(data), heap: new Uint8Array(heap) };
  const shipped: ShippedBase = { wasm: hash, base: { ...base, image } };
  return serialize(shipped);
}
