import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { createHash } from "node:crypto";
import type { Logger, Plugin } from "@botwright/core";
import type { CallLimits, Sandbox, SandboxFetch } from "@botwright/sandbox";
import { HarnessError } from "./errors.ts";

/**
 * A plugin file by its path or `file:` URL, its source as a text, or a plugin made by
 * `definePlugin`. A text without a line break that ends in `.js`, `.mjs` or `.cjs` is a path.
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

/** What a plugin runs with. */
export interface LoadOptions {
  readonly sandbox: Sandbox;
  readonly fetch: SandboxFetch;
  readonly limits: Partial<CallLimits>;
  readonly logger: Logger;
  /** The slug of a file that declares none. */
  readonly defaultSlug: string;
}

const PLUGIN_FILE = /^[^\r\n]+\.[cm]?js$/;

/** Whether the text names a file rather than being a plugin's source. */
function isPluginPath(text: string): boolean {
  return PLUGIN_FILE.test(text);
}

/** The text of a plugin; `undefined` for one that is a function already. */
export async function readPlugin(input: PluginInput): Promise<PluginSource | undefined> {
  if (typeof input === "string" && !isPluginPath(input)) return toSource(input, undefined);
  if (typeof input !== "string" && !(input instanceof URL)) return undefined;
  const path = typeof input === "string" ? input : fileURLToPath(input);
  try {
    return toSource(await readFile(path, "utf8"), path);
  } catch (cause) {
    throw new HarnessError("PLUGIN_FILE_NOT_FOUND", `There is no plugin file ${path}`, { cause });
  }
}

function toSource(code: string, path: string | undefined): PluginSource {
  return { code, path, version: createHash("sha256").update(code).digest("hex") };
}

/** Loads a source into the sandbox. */
export function loadInSandbox(source: PluginSource, options: LoadOptions): Promise<Plugin> {
  const { sandbox, ...info } = options;
  const { code, path: file } = source;
  return sandbox.load(code, { ...info, ...(file !== undefined && { file }) });
}
