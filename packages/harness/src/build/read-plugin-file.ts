import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { basename, resolve } from "node:path";
import { HarnessError } from "../errors.ts";
import { buildPlugin } from "./build-plugin.ts";
import { explainEncoding } from "./encoding.ts";
import { needsBuild } from "./plugin-path.ts";

/** A plugin's file, as a host takes it. */
export interface PluginFileSource {
  readonly code: string;
  /** SHA-256 of the code in hexadecimal digits. */
  readonly version: string;
  /** Absolute paths of the bundled files. */
  readonly inputs: readonly string[];
}

/**
 * Reads a plugin's file. TypeScript and JSX are built into one file with what they import; JavaScript is
 * taken as it is, because that is what a host gets.
 *
 * @throws {PluginBuildError} `PLUGIN_BUILD_FAILED`
 * @throws {HarnessError} `PLUGIN_NOT_UTF8`
 * @throws the file system's error when it cannot be read
 */
export async function readPluginFile(path: string): Promise<PluginFileSource> {
  const bytes = await readFile(path);
  const problem = explainEncoding(bytes, basename(path));
  if (problem !== undefined) throw new HarnessError("PLUGIN_NOT_UTF8", problem);
  const text = bytes.toString();
  if (!needsBuild(path)) return { code: text, version: hash(text), inputs: [resolve(path)] };
  const { code, inputs } = await buildPlugin(path);
  return { code, version: hash(code), inputs };
}

/** The version of a source: SHA-256 in hexadecimal digits. */
export function hash(code: string): string {
  return createHash("sha256").update(code).digest("hex");
}
