import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { setFlagsFromString } from "node:v8";

/** The engine, compiled. */
export interface CompiledWasm {
  /** Shared by all workers. */
  readonly module: WebAssembly.Module;
  /** SHA-256 of its bytes, by which the build is known. */
  readonly hash: string;
}

/**
 * V8 compiles the bridge from WebAssembly to a JavaScript function when it has been crossed a thousand
 * times. When two threads do that with one bridge at once, the loser frees what belongs to no module,
 * and the process dies (Node 24: `Runtime_TierUpWasmToJSWrapper`, `NativeModule::FreeCode`). So the
 * general bridge stays: the largest number of crossings.
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
