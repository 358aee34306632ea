import { execFile, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { atMost, type BenchReport, isMain, runBench, showNumber } from "./report.ts";
import { percentile } from "./statistics.ts";

const COMMAND = fileURLToPath(new URL("../../packages/cli/dist/main.js", import.meta.url));
const HARNESS = fileURLToPath(new URL("author-harness.ts", import.meta.url));
const RUNS = 5;
const SAVES = 20;

interface HarnessTimes {
  readonly importMs: number;
  readonly firstMs: number;
  readonly nextMs: readonly number[];
  /** The same tests as `nextMs`, through an adapter and its simulator. */
  readonly simulatedMs: readonly number[];
}

async function runHarness(): Promise<HarnessTimes> {
  const { stdout } = await promisify(execFile)(process.execPath, [HARNESS]);
  return JSON.parse(stdout);
}

const plugin = (version: number): string =>
  `export const handler = async ({ bot, msg }) => { await bot.reply(msg, "v${version}"); return { handled: true }; };\n`;

/** Starts `botwright dev`, saves its plugin file `saves` times, and ends it. */
async function runDev(saves: number): Promise<{ readyMs: number; reloadMs: number[] }> {
  const folder = await mkdtemp(`${tmpdir()}/botwright-bench-`);
  const file = `${folder}/plugin.js`;
  await writeFile(file, plugin(0));
  const began = performance.now();
  const child = spawn(process.execPath, [COMMAND, "dev", "--json", "--port", "0", file], {
    cwd: folder,
    stdio: ["pipe", "pipe", "inherit"],
  });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  async function until(isIt: (event: { type: string; isReload?: boolean }) => boolean) {
    for (;;) {
      const { value, done } = await lines.next();
      if (done === true) throw new Error("botwright dev ended early");
      if (isIt(JSON.parse(value))) return;
    }
  }
  try {
    await until(({ type }) => type === "ready");
    const readyMs = performance.now() - began;
    const reloadMs: number[] = [];
    for (let save = 1; save <= saves; save++) {
      const saved = performance.now();
      await writeFile(file, plugin(save));
      await until(({ type, isReload }) => type === "loaded" && isReload === true);
      reloadMs.push(performance.now() - saved);
    }
    return { readyMs, reloadMs };
  } finally {
    child.stdin.end();
    child.kill("SIGTERM");
    await ended;
    await rm(folder, { recursive: true });
  }
}

function row(what: string, values: readonly number[]): string[] {
  return [
    what,
    showNumber(percentile(values, 50)),
    showNumber(Math.max(...values)),
    String(values.length),
  ];
}

/** Throws if the command to measure was not built. */
export function assertBuilt(): void {
  if (!existsSync(COMMAND))
    throw new Error("Run pnpm build first: this measures the built packages");
}

/** Measures what an author waits for: tests with the harness, and `botwright dev`, both from the built packages. */
export async function benchAuthor(): Promise<BenchReport> {
  assertBuilt();
  const harness: HarnessTimes[] = [];
  const dev: Awaited<ReturnType<typeof runDev>>[] = [];
  for (let run = 0; run < RUNS; run++) {
    harness.push(await runHarness());
    dev.push(await runDev(run === 0 ? SAVES : 0));
  }
  const first = harness.map(({ firstMs }) => firstMs);
  const next = harness.flatMap(({ nextMs }) => nextMs);
  const simulated = harness.flatMap(({ simulatedMs }) => simulatedMs);
  const ready = dev.map(({ readyMs }) => readyMs);
  const reload = dev.flatMap(({ reloadMs }) => reloadMs);
  return {
    title: "What an author waits for",
    notes: [
      "The built packages are measured, each run in a new process. A test opens a harness on a plugin with storage and a reply, sends one message, checks the answer and closes the harness.",
    ],
    tables: [
      {
        caption: "Milliseconds",
        columns: ["what", "median", "longest", "times"],
        rows: [
          row(
            "loading @botwright/harness",
            harness.map(({ importMs }) => importMs),
          ),
          row("the first test of a process", first),
          row("each further test", next),
          row("the same on the simulator of WeChat, through its adapter (`h.on`)", simulated),
          row("`botwright dev`: from the command to five platforms and the page", ready),
          row("`botwright dev`: from a save to the new version", reload),
        ],
      },
    ],
    gates: [
      atMost("first harness test of a process, median", 150, percentile(first, 50), "ms"),
      atMost("further harness tests, median", 5, percentile(next, 50), "ms"),
      atMost("botwright dev ready, median", 2000, percentile(ready, 50), "ms"),
      atMost("botwright dev reloads, longest", 300, Math.max(...reload), "ms"),
    ],
  };
}

if (isMain(import.meta.url)) await runBench(benchAuthor);
