import { fileURLToPath } from "node:url";
import type { Logger, Plugin } from "@botwright/core";
import type { CallLimits, Sandbox, SandboxFetch } from "@botwright/sandbox";
import { isPluginPath } from "../build/plugin-path.ts";
import { hash, readPluginFile } from "../build/read-plugin-file.ts";
import { HarnessError } from "../errors.ts";

/**
 * A plugin file by its path or `file:` URL, its source as a text, or a plugin made by
 * `definePlugin`. A text without a line break that ends in `.js`, `.mjs`, `.cjs` or the same of TypeScript
 * is a path; TypeScript is built into one file with what it imports.
 */
export type PluginInput = string | URL | Plugin;

/** A plugin's text, and where it was read. */
export interface PluginSource {
  readonly code: string;
  /** Absolute path, when it came from a file. */
  readonly path: string | undefined;
  /** SHA-256 in hexadecimal digits. */
  readonly version: string;
}

/** The environment of a plugin. */
export interface LoadOptions {
  readonly sandbox: Sandbox;
  readonly fetch: SandboxFetch;
  readonly limits: Partial<CallLimits>;
  readonly logger: Logger;
  /** The slug of a file that declares none. */
  readonly defaultSlug: string;
}

/** Whether the text names a file rather than being a plugin's source. */
function isPath(text: string): boolean {
  return !/[\r\n]/.test(text) && isPluginPath(text);
}

/** Whether the input is a plugin's text or where that is, and no function of this process. */
export function isSource(input: unknown): input is string | URL {
  return typeof input === "string" || input instanceof URL;
}

/** The text of a plugin; `undefined` for one that is a function already. */
export async function readPlugin(input: PluginInput): Promise<PluginSource | undefined> {
  if (typeof input === "string" && !isPath(input)) {
    return { code: input, path: undefined, version: hash(input) };
  }
  if (!isSource(input)) return undefined;
  const path = typeof input === "string" ? input : fileURLToPath(input);
  try {
    const { code, version } = await readPluginFile(path);
    return { code, path, version };
  } catch (cause) {
    if (cause instanceof HarnessError) throw cause;
    throw new HarnessError("PLUGIN_FILE_NOT_FOUND", `There is no plugin file ${path}`, { cause });
  }
}

/** Loads a source into the sandbox. */
export function loadInSandbox(source: PluginSource, options: LoadOptions): Promise<Plugin> {
  const { sandbox, ...info } = options;
  const { code, path: file } = source;
  return sandbox.load(code, { ...info, ...(file !== undefined && { file }) });
}
