import { createBase } from "../src/machine/base-image.ts";
import { DEFAULT_LIMITS } from "../src/main/limits.ts";
import { WASM_PAGE } from "../src/machine/quickjs.ts";
import { formatShippedBase } from "../src/main/threads/shipped-base.ts";
import { compileWasm } from "../src/main/threads/wasm.ts";

/** Builds the hardened machine's base image, as it lies beside built files. */
export async function createBaseFile(): Promise<Buffer> {
  const wasm = await compileWasm();
  const maximumPages = Math.floor(DEFAULT_LIMITS.memoryBytes / WASM_PAGE);
  const { base } = await createBase({ wasmModule: wasm.module, maximumPages });
  return formatShippedBase(wasm, base);
}
