import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { CommandHost } from "../command.ts";
import { type ExitCode, UsageError } from "../exit.ts";
import { runChild } from "../run-child.ts";
import type { Terminal } from "../terminal.ts";

/** What runs a project's tests. */
interface Runner {
  readonly name: "vitest" | "node --test";
  /** What Node is given before the forwarded arguments. */
  readonly args: readonly string[];
}

interface TestOptions {
  readonly json?: boolean;
}

/** `botwright test`. */
export function declareTest({ program, terminal, run }: CommandHost): void {
  program
    .command("test")
    .argument("[args...]", "handed on to the runner")
    .summary("run the project's tests")
    .description(
      "Runs the project's tests: with vitest where it is installed, else with node --test. Everything behind test is handed on; the exit code is the runner's.",
    )
    .option(
      "--json",
      "print one JSON document, { runner, exitCode }; the runner's output goes to stderr",
    )
    .passThroughOptions()
    .allowUnknownOption()
    .action((args: string[], options: TestOptions) => run(() => test(args, options, terminal)));
}

async function test(
  args: readonly string[],
  { json = false }: TestOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  const runner = findRunner(terminal.cwd);
  terminal.stderr.line(terminal.stderr.style("dim", `tests by ${runner.name}`));
  const exitCode = await runChild([...runner.args, ...args], terminal, {
    stdout: json ? terminal.stderr : terminal.stdout,
  });
  if (json) terminal.stdout.line(JSON.stringify({ runner: runner.name, exitCode }));
  return exitCode;
}

/** vitest where the project asks for it; one that only happens to lie around would find no tests. */
function findRunner(cwd: string): Runner {
  const manifest = findManifest(cwd);
  if (manifest !== undefined && readsVitest(manifest)) {
    try {
      const found = createRequire(manifest).resolve("vitest/package.json");
      return { name: "vitest", args: [join(dirname(found), "vitest.mjs"), "run"] };
    } catch (cause) {
      throw new UsageError("vitest is in package.json but not installed: run npm install", {
        cause,
      });
    }
  }
  return { name: "node --test", args: ["--test"] };
}

/** The nearest package.json. */
function findManifest(folder: string): string | undefined {
  const path = join(folder, "package.json");
  if (existsSync(path)) return path;
  const parent = dirname(folder);
  return parent === folder ? undefined : findManifest(parent);
}

function readsVitest(manifest: string): boolean {
  try {
    const { dependencies, devDependencies } = JSON.parse(readFileSync(manifest, "utf8"));
    return "vitest" in { ...dependencies, ...devDependencies };
  } catch {
    return false;
  }
}
