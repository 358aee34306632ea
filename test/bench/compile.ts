import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { bundleThreads } from "../../scripts/bundle-threads.ts";
import { bundlePrograms } from "../../scripts/bundle.ts";

const own = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** The folder of the compiled programs. It is in the host's package, from where Node finds PostgreSQL's npm package. */
const OUTPUT = own("../../packages/host/node_modules/.bench/");
let threads: Promise<void> | undefined;
const compiled = new Map<string, Promise<string>>();

/**
 * Compiles a program of this folder as it would be shipped, because running TypeScript would take memory in the
 * measured process. `name` is the program's path without its extension; returns the path of the compiled file.
 */
export function compile(name: string): Promise<string> {
  const known = compiled.get(name);
  if (known !== undefined) return known;
  const making = make(name);
  compiled.set(name, making);
  return making;
}

async function make(name: string): Promise<string> {
  // The sandbox expects the files of its threads in its own folder.
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
