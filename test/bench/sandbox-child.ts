import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { build } from "esbuild";

/** Beside what the bundle needs of the sandbox's dependencies. */
const OUTPUT = fileURLToPath(
  new URL("../../packages/sandbox/node_modules/.bench/", import.meta.url),
);

function own(path: string): string {
  return fileURLToPath(new URL(path, import.meta.url));
}

/** Compiles the figures as they would be shipped: running TypeScript takes memory of its own. */
async function bundle(): Promise<void> {
  await build({
    entryPoints: {
      "sandbox-figures": own("sandbox-figures.ts"),
      worker: own("../../packages/sandbox/src/worker.ts"),
    },
    outdir: OUTPUT,
    outExtension: { ".js": ".js" },
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node22",
    conditions: ["@botwright/source"],
    external: ["@jitl/*", "quickjs-emscripten-core"],
    logLevel: "error",
  });
}

let bundled: Promise<void> | undefined;

/** Measures one figure of `sandbox-figures.ts` in a process of its own; returns its numbers by name. */
export async function measureAlone(
  figure: string,
  flags: readonly string[] = [],
  ...args: string[]
): Promise<(name: string) => number> {
  await (bundled ??= bundle());
  const file = `${OUTPUT}sandbox-figures.js`;
  const run = promisify(execFile);
  const { stdout } = await run(process.execPath, [...flags, file, figure, ...args]);
  const numbers: Record<string, unknown> = JSON.parse(stdout);
  return (name) => {
    const value = numbers[name];
    if (typeof value !== "number") throw new Error(`${figure} has no number ${name}`);
    return value;
  };
}
