import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { bundleThreads } from "../../scripts/bundle-threads.ts";
import { bundlePrograms } from "../../scripts/bundle.ts";

const own = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** Below the host's package, for hosts import the PostgreSQL of this system by its name. */
const OUTPUT = own("../../packages/host/node_modules/.bench/");
let threads: Promise<void> | undefined;
const compiled = new Map<string, Promise<string>>();

/**
 * Compiles a program of this folder as it would be shipped, for running TypeScript takes memory of
 * its own; returns where it is. `name` is its path without the ending.
 */
export function compile(name: string): Promise<string> {
  const known = compiled.get(name);
  if (known !== undefined) return known;
  const making = make(name);
  compiled.set(name, making);
  return making;
}

async function make(name: string): Promise<string> {
  // The sandbox looks for these files beside itself.
  threads ??= bundleThreads(OUTPUT);
  await threads;
  const program = basename(name);
  await bundlePrograms({ [program]: own(`${name}.ts`) }, OUTPUT, [
    "@larksuiteoapi/node-sdk",
    "dingtalk-stream",
    "grammy",
  ]);
  return join(OUTPUT, `${program}.js`);
}
