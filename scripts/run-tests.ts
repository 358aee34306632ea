/**
 * Runs the tests; if few files have failed, runs those again, with nothing beside them.
 *
 * Thousands of tests with threads, processes and browsers run side by side, on machines that are busy with
 * other things. A fault of the product fails again when its file runs alone; a test that was starved does
 * not. Such a test is still a fault, of the test or of the product: it is printed as unsteady, and is to be
 * mended as one. More than {@link FEW} files are never run again. Usage:
 * `node scripts/run-tests.ts [--quick] [--option=value of vitest …] [file …]`; `--quick` leaves out the tests
 * with the tag `long`.
 */
import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { WITHOUT_LONG } from "../test/long-files.ts";

/** The option that leaves out the tests with the tag `long`. */
const QUICK = "--quick";
/** Files that may have failed in the first run. */
const FEW = 3;

/** What is read of the report of vitest's reporter "json". */
interface Report {
  readonly testResults: readonly TestFile[];
}

interface TestFile {
  readonly name: string;
  readonly status: string;
  readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[];
}

const vitest = fileURLToPath(new URL("../node_modules/vitest/vitest.mjs", import.meta.url));

async function run(args: readonly string[]): Promise<number> {
  const child = spawn(process.execPath, [vitest, "run", ...args], { stdio: "inherit" });
  return new Promise((resolve, reject) => {
    child.once("error", reject).once("close", (code) => resolve(code ?? 1));
  });
}

async function failedFiles(report: string): Promise<TestFile[]> {
  const { testResults }: Report = JSON.parse(await readFile(report, "utf8"));
  return testResults.filter(({ status }) => status === "failed");
}

/** Runs the tests, and again those files that failed. */
async function runTests(args: readonly string[], report: string): Promise<number> {
  const code = await run([
    ...args,
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${report}`,
  ]);
  if (code === 0) return 0;
  const failed = await failedFiles(report);
  // Without a failed file the run itself is at fault, for example an error that no test awaited.
  if (failed.length === 0 || failed.length > FEW) return code;
  console.log(`\n${failed.length} file(s) failed, and run again with nothing beside them.`);
  const options = args.filter((arg) => arg.startsWith("--"));
  const again = await run([...options, ...failed.map(({ name }) => name), "--no-file-parallelism"]);
  if (again !== 0) return again;
  for (const { name, assertionResults } of failed) {
    for (const { fullName, status } of assertionResults) {
      if (status !== "failed") continue;
      console.log(`Unsteady: ${relative(process.cwd(), name)} > ${fullName}`);
    }
  }
  return 0;
}

const folder = await mkdtemp(join(tmpdir(), "botwright-report-"));
try {
  const args = process.argv.slice(2);
  if (args.includes(QUICK)) process.env[WITHOUT_LONG] = "1";
  const options = args.map((arg) => (arg === QUICK ? "--tags-filter=!long" : arg));
  process.exitCode = await runTests(options, join(folder, "report.json"));
} finally {
  await rm(folder, { recursive: true });
}
