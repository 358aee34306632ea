import { rm, symlink } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { bundleThreads } from "../bundle-threads.ts";

/** Beside what the programs need of the sandbox's dependencies. */
const OUTPUT = fileURLToPath(
  new URL("../../packages/sandbox/node_modules/.bench/", import.meta.url),
);

const own = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
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

/** Puts what programs look for beside themselves there. */
async function prepare(): Promise<void> {
  await bundleThreads(OUTPUT);
  // The host imports the PostgreSQL of this system by its name.
  const link = `${OUTPUT}node_modules`;
  await rm(link, { force: true });
  await symlink(own("../../packages/host/node_modules"), link);
}

async function make(name: string): Promise<string> {
  const program = name.split("/").at(-1) ?? name;
  // The sandbox looks for these files beside itself.
  threads ??= prepare();
  await threads;
  await build({
    entryPoints: { [program]: own(`${name}.ts`) },
    outdir: OUTPUT,
    outExtension: { ".js": ".js" },
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node22",
    conditions: ["@botwright/source"],
    external: [
      "@jitl/*",
      "quickjs-emscripten-core",
      "@larksuiteoapi/node-sdk",
      "dingtalk-stream",
      "grammy",
      // Optional dependencies of ws.
      "bufferutil",
      "utf-8-validate",
    ],
    // What is CommonJS among the dependencies may ask for Node's modules.
    banner: {
      js: 'import { createRequire as make } from "node:module"; const require = make(import.meta.url);',
    },
    logLevel: "error",
  });
  return `${OUTPUT}${program}.js`;
}
