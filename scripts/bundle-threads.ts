import { mkdir } from "node:fs/promises";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { createBaseFile } from "../packages/sandbox/scripts/base-file.ts";
import { BUNDLE, replace } from "./bundle.ts";

/** What the threads of sandboxes and hosts run, and the modules that name these files. */
const THREADS = [
  "sandbox/src/worker/worker",
  "sandbox/src/worker/fetch-worker",
  "sandbox/src/worker/format-worker",
  "sandbox/src/main/threads/thread-files",
  "host/src/inspection/inspection-worker",
  "host/src/inspection/inspection-file",
];

/** Writes what the threads run into a folder, with the base image, and `more` sources of packages as they are. */
export async function bundleThreads(folder: string, more: readonly string[] = []): Promise<void> {
  const entries = [...THREADS, ...more].map((name) =>
    fileURLToPath(new URL(`../packages/${name}.ts`, import.meta.url)),
  );
  const [{ outputFiles }, base] = await Promise.all([
    build({
      ...BUNDLE,
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
