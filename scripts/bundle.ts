/**
 * Bundles sources for the programs of this repository: modules in one file load several times as fast as a thousand
 * sources and dependencies, of which Node strips the types for each process and each thread.
 */
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";
import { build, type BuildOptions, type Plugin } from "esbuild";

/** Modules that read files of their own package find them as if they were not bundled. */
const ownAddress: Plugin = {
  name: "own-address",
  setup(building) {
    building.onLoad(
      { filter: /[\\/](?:wasm|page-files|in-memory-server[\\/]plugins)\.ts$/ },
      async ({ path }) => ({
        contents: (await readFile(path, "utf8")).replaceAll(
          "import.meta.url",
          JSON.stringify(pathToFileURL(path).href),
        ),
        loader: "ts",
      }),
    );
  },
};

/** How everything is bundled. */
export const BUNDLE = {
  write: false,
  bundle: true,
  platform: "node",
  format: "esm",
  target: "node24",
  conditions: ["@botwright/source"],
  plugins: [ownAddress],
  logLevel: "error",
} satisfies BuildOptions;

/**
 * Writes programs, whose threads are there already, into a folder. They import the packages in `external` by
 * name, so that the folder must be below one where they are installed.
 *
 * @param programs the file of each, by the name that it gets in the folder, without an ending
 */
export async function bundlePrograms(
  programs: Readonly<Record<string, string>>,
  folder: string,
  external: readonly string[] = [],
): Promise<void> {
  const { outputFiles } = await build({
    ...BUNDLE,
    entryPoints: programs,
    outdir: folder,
    // Those of ws and pg are optional.
    external: [...external, "bufferutil", "utf-8-validate", "pg-native"],
    // What is CommonJS among the dependencies may ask for Node's modules.
    banner: {
      js: 'import { createRequire as make } from "node:module"; const require = make(import.meta.url);',
    },
  });
  await mkdir(folder, { recursive: true });
  for (const { path, contents } of outputFiles) await replace(folder, basename(path), contents);
}

/** Writes a file at once, for another process may be reading it. */
export async function replace(
  folder: string,
  name: string,
  contents: Uint8Array | string,
): Promise<void> {
  const made = join(folder, `${name}.${process.pid}`);
  await writeFile(made, contents);
  await rename(made, join(folder, name));
}
