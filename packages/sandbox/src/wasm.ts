import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";

/** Compiles the engine; the module is shared by all workers. */
export async function compileWasm(): Promise<WebAssembly.Module> {
  const path = createRequire(import.meta.url).resolve("@jitl/quickjs-wasmfile-release-sync/wasm");
  return WebAssembly.compile(await readFile(path));
}
