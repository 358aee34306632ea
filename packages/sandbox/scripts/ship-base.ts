import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createBase } from "../src/base-image.ts";
import { DEFAULT_LIMITS } from "../src/limits.ts";
import { WASM_PAGE } from "../src/quickjs.ts";
import { formatShippedBase } from "../src/shipped-base.ts";
import { compileWasm } from "../src/wasm.ts";

/**
 * Writes the hardened machine's base image beside the built files, so that a sandbox starts without
 * building it. Usage: `node scripts/ship-base.ts`, after tsup.
 */
const output = join(import.meta.dirname, "../dist/base-image.bin");
const wasm = await compileWasm();
const maximumPages = Math.floor(DEFAULT_LIMITS.memoryBytes / WASM_PAGE);
const { base } = await createBase({ wasmModule: wasm.module, maximumPages });
await writeFile(output, formatShippedBase(wasm, base));
