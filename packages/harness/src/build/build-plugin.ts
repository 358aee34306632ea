import { access, readFile } from "node:fs/promises";
import { dirname, relative, resolve } from "node:path";
import { LIMITS } from "@botwright/core";
import type { BuildFailure, BuildOptions, Message, Plugin } from "esbuild";
import { HarnessError } from "../errors.ts";
import { createImportRules } from "./allowed-imports.ts";
import { explainEncoding } from "./encoding.ts";
import { findMissingFiles } from "./missing-files.ts";
import { builtPath } from "./plugin-path.ts";
import { withSourceMap } from "./source-map.ts";

/** A plugin that was bundled into one file. */
export interface BuiltPlugin {
  /** The file for a host: an ES module that imports nothing, with a source map in its last line. */
  readonly code: string;
  /** Absolute paths of the bundled files, including those of packages. */
  readonly inputs: readonly string[];
  /** Warnings about likely mistakes, each with file, line and column. */
  readonly warnings: readonly string[];
}

/** Options of {@link buildPlugin}. */
export interface BuildPluginOptions {
  /** Path of the built file; the map's paths are relative to it. @default beside the entry, as `.js` */
  readonly outfile?: string;
}

/** A plugin could not be built: the message names file, line and column of the first mistakes. */
export class PluginBuildError extends HarnessError {
  /** Absolute paths of the files that were read; when a package is not installed, of those that list packages too. */
  readonly inputs: readonly string[];
  /** Absolute paths that did not exist; a file or a package there would resolve a failed import. */
  readonly missing: readonly string[];

  constructor(
    message: string,
    files: Pick<PluginBuildError, "inputs" | "missing">,
    options?: ErrorOptions,
  ) {
    super("PLUGIN_BUILD_FAILED", message, options);
    this.inputs = files.inputs;
    this.missing = files.missing;
  }
}

/** The most mistakes that one error message lists. */
const SHOWN = 5;

/**
 * Bundles a plugin of TypeScript or of several files, with the packages that it imports, into the one file
 * that a host takes. Types are removed and not checked: that is `tsc --noEmit`. Names stay as they are, so
 * that a reviewer can read the file.
 *
 * @throws {PluginBuildError} `PLUGIN_BUILD_FAILED`, for example for an import of `node:fs`
 * @throws {HarnessError} `PLUGIN_FILE_NOT_FOUND`
 * @example
 * const { code } = await buildPlugin("src/plugin.ts", { outfile: "dist/plugin.js" });
 */
export async function buildPlugin(
  entry: string,
  options: BuildPluginOptions = {},
): Promise<BuiltPlugin> {
  const path = resolve(entry);
  const outfile = resolve(options.outfile ?? builtPath(path));
  await access(path).catch((cause: unknown) => {
    throw new HarnessError("PLUGIN_FILE_NOT_FOUND", `There is no plugin file ${entry}`, { cause });
  });
  const read = new Set([path]);
  const missing = new Set<string>();
  const importRules = createImportRules((unresolved) => {
    const found = findMissingFiles(unresolved);
    for (const one of found.missing) missing.add(one);
    for (const one of found.packageLists) read.add(one);
  });
  // Load esbuild only here, because it starts a process that tests of plain JavaScript do not need.
  const { build } = await import("esbuild");
  try {
    const { outputFiles, warnings } = await build({
      ...FIXED,
      entryPoints: [path],
      outfile,
      absWorkingDir: dirname(path),
      plugins: [importRules, fileRules(read, dirname(path))],
    });
    const find = (isWanted: (name: string) => boolean): string =>
      outputFiles.find((file) => isWanted(file.path))?.text ?? "";
    const map = find((name) => name.endsWith(".map"));
    const code = find((name) => !name.endsWith(".map"));
    return {
      code: withSourceMap(code, map, LIMITS.plugin.sourceBytes),
      inputs: [...read],
      warnings: warnings.map((warning) => describe(warning, path)),
    };
  } catch (cause) {
    if (!isBuildFailure(cause)) throw cause;
    const lines = cause.errors.slice(0, SHOWN).map((error) => describe(error, path));
    const further = cause.errors.length - lines.length;
    if (further > 0) lines.push(`and ${further} more`);
    const inputs = [...read];
    throw new PluginBuildError(lines.join("\n"), { inputs, missing: [...missing] }, { cause });
  }
}

const FIXED = {
  bundle: true,
  write: false,
  format: "esm",
  // Prefer the packages' builds for browsers, which need no Node modules.
  platform: "browser",
  target: "es2023",
  define: { "process.env.NODE_ENV": '"production"' },
  // Write non-ASCII characters as they are, because escapes would be unreadable for a reviewer.
  charset: "utf8",
  legalComments: "inline",
  sourcemap: "external",
  sourcesContent: true,
  logLevel: "silent",
} as const satisfies BuildOptions;

/**
 * Records each file that esbuild reads, even if the build fails, and refuses authors' files that are not UTF-8. Those
 * of packages are decoded here, because esbuild never ends when it writes a source map of such a file.
 */
function fileRules(read: Set<string>, folder: string): Plugin {
  return {
    name: "files-of-plugins",
    setup(build) {
      build.onLoad({ filter: /.*/, namespace: "file" }, async ({ path }) => {
        read.add(path);
        const bytes = await readFile(path);
        const text = explainEncoding(bytes, relative(folder, path));
        if (text === undefined) return undefined;
        if (!OF_PACKAGE.test(path)) return { errors: [{ text }] };
        return { contents: bytes.toString(), loader: "default" };
      });
    },
  };
}

const OF_PACKAGE = /[\\/]node_modules[\\/]/;

/** `roll.ts:3:5: …`, with a path from the entry's folder. */
function describe({ text, location }: Message, entry: string): string {
  if (location === null) return text;
  const folder = dirname(entry);
  const file = relative(folder, resolve(folder, location.file));
  // esbuild counts the column in bytes.
  const before = Buffer.from(location.lineText).subarray(0, location.column).toString("utf8");
  return `${file}:${location.line}:${before.length + 1}: ${text}`;
}

function isBuildFailure(value: unknown): value is BuildFailure {
  return value instanceof Error && "errors" in value && Array.isArray(value.errors);
}
