/**
 * Bundles sources for the programs of this repository: modules in one file load several times as fast as a thousand
 * sources and dependencies, of which Node strips the types for each process and each thread.
 */
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build, type BuildOptions, type Plugin } from "esbuild";
import { createBaseFile } from "../packages/sandbox/scripts/base-file.ts";

/** What the threads of sandboxes and hosts run, and the modules that name these files. */
const THREADS = [
  "sandbox/src/worker/worker",
  "sandbox/src/worker/fetch-worker",
  "sandbox/src/worker/format-worker",
  "sandbox/src/main/threads/thread-files",
  "host/src/publication/inspection-worker",
  "host/src/publication/inspection-file",
];

/** Modules that read files of their own package find them as if they were not bundled. */
const ownAddress: Plugin = {
  name: "own-address",
  setup(building) {
    building.onLoad({ filter: /[\\/](?:wasm|page-files)\.ts$/ }, async ({ path }) => ({
      contents: (await readFile(path, "utf8")).replaceAll(
        "import.meta.url",
        JSON.stringify(pathToFileURL(path).href),
      ),
      loader: "ts",
    }));
  },
};

const COMMON = {
  write: false,
  bundle: true,
  platform: "node",
  format: "esm",
  target: "node24",
  conditions: ["@botwright/source"],
  logLevel: "error",
} satisfies BuildOptions;

/** Writes what the threads run into a folder, with the base image, and `more` sources of packages as they are. */
export async function bundleThreads(folder: string, more: readonly string[] = []): Promise<void> {
  const entries = [...THREADS, ...more].map((name) =>
    fileURLToPath(new URL(`../packages/${name}.ts`, import.meta.url)),
  );
  const [{ outputFiles }, base] = await Promise.all([
    build({
      ...COMMON,
      entryPoints: entries,
      entryNames: "[name]",
      outdir: folder,
      // Every thread parses it.
      minifyWhitespace: true,
      minifySyntax: true,
    }),
    createBaseFile(),
  ]);
  await mkdir(folder, { recursive: true });
  for (const { path, contents } of outputFiles) await replace(folder, basename(path), contents);
  await replace(folder, "base-image.bin", base);
  // Node would read each file as CommonJS first.
  await replace(folder, "package.json", '{ "type": "module" }');
}

/**
 * Writes a program, whose threads are there already, into a folder. It imports the packages in `external` by
 * name, so that the folder must be below one where they are installed.
 *
 * @returns its path
 */
export async function bundleProgram(
  file: string,
  folder: string,
  external: readonly string[] = [],
): Promise<string> {
  const name = `${basename(file, ".ts")}.js`;
  const { outputFiles } = await build({
    ...COMMON,
    entryPoints: [file],
    outdir: folder,
    plugins: [ownAddress],
    // Those of ws and pg are optional.
    external: [...external, "bufferutil", "utf-8-validate", "pg-native"],
    // What is CommonJS among the dependencies may ask for Node's modules.
    banner: {
      js: 'import { createRequire as make } from "node:module"; const require = make(import.meta.url);',
    },
  });
  for (const { contents } of outputFiles) await replace(folder, name, contents);
  return join(folder, name);
}

/** At once, for another process may be reading the file. */
async function replace(folder: string, name: string, contents: Uint8Array | string): Promise<void> {
  const made = join(folder, `${name}.${process.pid}`);
  await writeFile(made, contents);
  await rename(made, join(folder, name));
}
