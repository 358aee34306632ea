import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";

/** The engine, compiled. */
export interface CompiledWasm {
  /** Shared by all workers. */
  readonly module: WebAssembly.Module;
  /** SHA-256 of its bytes, by which the build is known. */
  readonly hash: string;
}

/** Compiles the engine. */
export async function compileWasm(): Promise<CompiledWasm> {
  const path = createRequire(import.meta.url).resolve("@jitl/quickjs-wasmfile-release-sync/wasm");
  const bytes = await readFile(path);
  const compiling = WebAssembly.compile(bytes);
  const hash = createHash("sha256").update(bytes).digest("hex");
  return { module: await compiling, hash };
}
