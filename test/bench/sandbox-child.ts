import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { compile } from "./compile.ts";

/** Measures one figure of `sandbox-figures.ts` in a process of its own; returns its numbers by name. */
export async function measureAlone(
  figure: string,
  flags: readonly string[] = [],
  ...args: string[]
): Promise<(name: string) => number> {
  const file = await compile("sandbox-figures");
  const run = promisify(execFile);
  const { stdout } = await run(process.execPath, [...flags, file, figure, ...args]);
  const numbers: Record<string, unknown> = JSON.parse(stdout);
  return (name) => {
    const value = numbers[name];
    if (typeof value !== "number") throw new Error(`${figure} has no number ${name}`);
    return value;
  };
}
