/**
 * Bundles what the threads of sandboxes and hosts run, and the sandbox for tests' child processes, and builds the
 * base image, once before all tests: a thread starts several times as fast as from the sources, of which Node
 * strips the types for each one.
 */
import { mkdir, rename, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import type { TestProject } from "vitest/node";
import { createBaseFile } from "../packages/sandbox/scripts/base-file.ts";
import { THREAD_BUNDLE } from "./thread-bundle.ts";

const ENTRIES = [
  "sandbox/src/index",
  "sandbox/src/worker/worker",
  "sandbox/src/worker/fetch-worker",
  "sandbox/src/worker/format-worker",
  "sandbox/src/main/threads/thread-files",
  "host/src/publication/inspection-worker",
  "host/src/publication/inspection-file",
];

export default async function setup(project: TestProject): Promise<void> {
  await bundleThreads();
  project.onTestsRerun(() => bundleThreads());
}

/** Writes the files of the threads into a folder. */
export async function bundleThreads(folder: string = THREAD_BUNDLE): Promise<void> {
  const [{ outputFiles }, base] = await Promise.all([compile(folder), createBaseFile()]);
  await mkdir(folder, { recursive: true });
  for (const { path, contents } of outputFiles) await replace(folder, basename(path), contents);
  await replace(folder, "base-image.bin", base);
}

function compile(
  outdir: string,
): ReturnType<typeof build<{ entryPoints: string[]; write: false }>> {
  return build({
    entryPoints: ENTRIES.map((name) =>
      fileURLToPath(new URL(`../packages/${name}.ts`, import.meta.url)),
    ),
    entryNames: "[name]",
    outdir,
    write: false,
    bundle: true,
    // Every thread parses it.
    minifyWhitespace: true,
    minifySyntax: true,
    platform: "node",
    format: "esm",
    target: "node22",
    conditions: ["@botwright/source"],
  });
}

/** At once, for tests of another process may be reading the file. */
async function replace(folder: string, name: string, contents: Uint8Array): Promise<void> {
  const made = join(folder, `${name}.${process.pid}`);
  await writeFile(made, contents);
  await rename(made, join(folder, name));
}
