import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { setFlagsFromString } from "node:v8";

/** The compiled engine. */
export interface CompiledWasm {
  /** Shared by all workers. */
  readonly module: WebAssembly.Module;
  /** SHA-256 of the binary, which identifies the build. */
  readonly hash: string;
}

/**
 * Disables V8's compilation of WebAssembly-to-JavaScript wrappers, by the largest possible tier-up budget.
 * V8 compiles a wrapper after a thousand calls; when two threads do so for one wrapper at once, the process
 * crashes (Node 24: `Runtime_TierUpWasmToJSWrapper`, `NativeModule::FreeCode`). The generic wrapper costs
 * almost nothing.
 */
const KEEP_GENERAL_BRIDGES = "--wasm-wrapper-tiering-budget=2147483647";

/** Compiles the engine. */
export async function compileWasm(): Promise<CompiledWasm> {
  setFlagsFromString(KEEP_GENERAL_BRIDGES);
  const path = createRequire(import.meta.url).resolve("@jitl/quickjs-wasmfile-release-sync/wasm");
  const bytes = await readFile(path);
  const compiling = WebAssembly.compile(bytes);
  const hash = createHash("sha256").update(bytes).digest("hex");
  return { module: await compiling, hash };
}
