import { writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import type { TestProject } from "vitest/node";
import { bundlePrograms } from "../scripts/bundle.ts";
import { isBuilt } from "../scripts/is-built.mjs";
import { PROGRAMS } from "./programs.ts";
import { root } from "./repository.ts";
import { THREAD_BUNDLE } from "./thread-bundle.ts";

/** Written last. */
const BUILT = join(THREAD_BUNDLE, "programs-built");
const FROM = ["scripts/bundle.ts", "test/programs.ts", "test/crash", "test/faults", "examples"];

/** Bundles the programs that tests start, beside what their threads run, if sources have changed. */
export default async function setup(project: TestProject): Promise<void> {
  await bundle();
  project.onTestsRerun(bundle);
}

async function bundle(): Promise<void> {
  if (isBuilt(root, { made: relative(root, BUILT), from: FROM })) return;
  const files = Object.entries(PROGRAMS).map(([name, path]) => [name, join(root, path)]);
  await bundlePrograms(Object.fromEntries(files), THREAD_BUNDLE);
  await writeFile(BUILT, "");
}
