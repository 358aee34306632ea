import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { CommandHost } from "../command.ts";
import { type ExitCode, UsageError } from "../exit.ts";
import { findPackage, findUpwards } from "../plugins/find-package.ts";
import { runChild } from "../run-child.ts";
import type { Terminal } from "../terminal.ts";

/** The test runner of a project. */
interface Runner {
  readonly name: "vitest" | "node --test";
  /** Node's arguments before the forwarded ones. */
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
      "Runs the project's tests: with vitest where package.json asks for it, else with node --test. Everything behind test is handed on; the exit code is the runner's.",
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

/**
 * Chooses vitest if the project depends on it; a vitest that is only installed nearby would find no tests.
 *
 * @throws {UsageError} outside of a project, because the runner would run every file below the folder that looks like
 * a test
 */
function findRunner(cwd: string): Runner {
  const project = findUpwards("package.json", cwd);
  if (project === undefined) {
    throw new UsageError(
      "There is no package.json here or above: go to the plugin's folder, or make one with botwright new my-plugin",
    );
  }
  if (!asksForVitest(project)) {
    return { name: "node --test", args: ["--test"] };
  }
  const vitest = findPackage("vitest", project);
  if (vitest !== undefined) return { name: "vitest", args: [join(vitest, "vitest.mjs"), "run"] };
  throw new UsageError("vitest is in package.json but not installed: run npm install");
}

function asksForVitest(project: string): boolean {
  try {
    const manifest: Manifest = JSON.parse(readFileSync(join(project, "package.json"), "utf8"));
    return "vitest" in { ...manifest.dependencies, ...manifest.devDependencies };
  } catch {
    return false;
  }
}

interface Manifest {
  readonly dependencies?: object;
  readonly devDependencies?: object;
}
