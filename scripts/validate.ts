/**
 * Runs what `npm test` checks; each step is a script of package.json. Independent steps run in parallel, and
 * no step starts after one has failed. Usage: `npx pnpm@12.21.0 validate [--all]`, whose pnpm the scripts then
 * use. With `--all`, as CI calls it, it also builds, checks what was built, and runs the tests with the tag
 * `long`.
 */
import { spawn } from "node:child_process";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { compileCache } from "../test/repository.ts";

interface Step {
  readonly script: string;
  /** The steps that end before it begins, of those that run. */
  readonly after?: readonly string[];
  /** It runs with `--all` only. */
  readonly isLong?: true;
}

const isAll = process.argv.includes("--all");
/** The step that runs the tests. */
const TESTS = isAll ? "test:all" : "test:quick";

/** In the order of starting: steps that others wait for, and long ones, come first. */
const STEPS: readonly Step[] = [
  { script: "build", isLong: true },
  // Both write the declarations of the packages; the second finds them.
  { script: "typecheck", after: ["build"] },
  { script: "check" },
  { script: "site", isLong: true },
  // Reads every file's name, while a build deletes and writes some.
  { script: "knip", after: ["build", "site"] },
  // Its tests write into the repository, where these four look.
  { script: TESTS, after: ["build", "typecheck", "check", "knip"] },
  { script: "check:package", after: ["build"], isLong: true },
  { script: "api", after: ["build"], isLong: true },
];

interface Outcome {
  readonly script: string;
  readonly code: number | null;
  /** How the operating system ended it, e.g. "SIGKILL" for want of memory. */
  readonly signal: NodeJS.Signals | null;
  /** What it printed; empty if that was shown while it ran. */
  readonly output: Buffer;
}

const env: NodeJS.ProcessEnv = {
  ...process.env,
  // The steps load the same tools, above all TypeScript: Node caches their compiled code.
  NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"] ?? compileCache,
  // tsc and oxlint's rules with types are Go programs, too short to free memory as often as Go does.
  GOGC: process.env["GOGC"] ?? "1000",
  // For the tests of the console, whose processes would each build it again.
  ...(isAll && {
    CONSOLE_DIST: fileURLToPath(new URL("../packages/console/dist", import.meta.url)),
  }),
};

/** Runs a step; shows its output when it ends, that of the tests while they run. */
async function run({ script }: Step): Promise<Outcome> {
  const started = performance.now();
  const isLive = script === TESTS;
  const stdio = isLive ? "inherit" : "pipe";
  const child = spawn(process.execPath, ["--run", script], {
    stdio: ["ignore", stdio, stdio],
    // Their output is not on a terminal.
    env: isLive ? env : { ...env, NO_COLOR: "1", FORCE_COLOR: undefined },
  });
  const output: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on("data", (piece: Buffer) => output.push(piece));
  }
  const [code, signal] = await new Promise<[number | null, NodeJS.Signals | null]>(
    (resolve, reject) => {
      child.once("error", reject).once("close", (...ended) => resolve(ended));
    },
  );
  const seconds = (performance.now() - started) / 1000;
  if (code === 0) process.stdout.write(Buffer.concat(output));
  console.log(`${code === 0 ? "✓" : "✗"} ${script} (${seconds.toFixed(1)} s)`);
  return { script, code, signal, output: Buffer.concat(output) };
}

const outcomes: Outcome[] = [];
const running = new Map<string, Promise<Outcome>>();
let waiting = STEPS.filter(({ isLong }) => isAll || isLong !== true);
const chosen = new Set(waiting.map(({ script }) => script));

const hasFailed = (): boolean => outcomes.some(({ code }) => code !== 0);
const isDone = (script: string): boolean =>
  !chosen.has(script) || outcomes.some((outcome) => outcome.script === script);

function begin(): void {
  for (const step of waiting) {
    if (running.size >= Math.max(2, availableParallelism())) return;
    if (hasFailed() || !(step.after ?? []).every(isDone)) continue;
    waiting = waiting.filter((one) => one !== step);
    running.set(step.script, run(step));
  }
}

for (begin(); running.size > 0; begin()) {
  const outcome = await Promise.race(running.values());
  running.delete(outcome.script);
  outcomes.push(outcome);
}
// The output of failed steps comes last, where a reader of a long log looks.
const failed = outcomes.filter(({ code }) => code !== 0);
for (const { script, code, signal, output } of failed) {
  process.stdout.write(output);
  console.error(`Failed: ${script} (${signal ?? `exit code ${String(code)}`})`);
}
if (failed.length > 0) process.exitCode = 1;
