import type { TestProject } from "vitest/node";
import { bundleThreads } from "../scripts/bundle-threads.ts";
import { THREAD_BUNDLE } from "./thread-bundle.ts";

/**
 * Bundles what the threads of sandboxes and hosts run, and the sandbox for tests' child processes, and builds the
 * base image, once before all tests.
 */
export default async function setup(project: TestProject): Promise<void> {
  await bundle();
  project.onTestsRerun(bundle);
}

const bundle = (): Promise<void> => bundleThreads(THREAD_BUNDLE, ["sandbox/src/index"]);
