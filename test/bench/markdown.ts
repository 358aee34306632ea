import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { markdownToPlainText } from "@botwright/markdown";
import { attacks } from "../../packages/markdown/test/attacks.ts";
import { INPUTS } from "./replies.ts";
import { type BenchReport, isMain, runBench } from "./report.ts";
import { median } from "./statistics.ts";

const PROCESSES = 5;

/** Microseconds per call, by input and engine. */
type Times = Record<string, Record<string, number>>;

/** Measures in several processes, one after the other, and returns the medians. */
async function measureInProcesses(): Promise<Times> {
  const file = fileURLToPath(new URL("markdown-run.ts", import.meta.url));
  const runs: Times[] = [];
  for (let index = 0; index < PROCESSES; index += 1) {
    const { stdout } = await promisify(execFile)("node", [...process.execArgv, file]);
    runs.push(JSON.parse(stdout));
  }
  const [first = {}] = runs;
  return Object.fromEntries(
    Object.entries(first).map(([input, engines]) => [
      input,
      Object.fromEntries(
        Object.keys(engines).map((engine) => [
          engine,
          median(runs.map((run) => run[input]?.[engine] ?? Number.NaN)),
        ]),
      ),
    ]),
  );
}

/** The milliseconds of one call, the shortest of `tries`. */
function attackTime(text: string, tries: number): number {
  let best = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < tries; attempt += 1) {
    const start = performance.now();
    markdownToPlainText(text);
    best = Math.min(best, performance.now() - start);
  }
  return best;
}

/** An attack's name in one line, as code in Markdown. */
function labelOf(name: string): string {
  return `\`${JSON.stringify(name).slice(1, -1).slice(0, 48)}\``;
}

function round(value: number): number {
  return Number(value.toPrecision(3));
}

/** Measures the conversion of Markdown to plain text beside other libraries, and under attack. */
export async function benchMarkdown(): Promise<BenchReport> {
  const results = await measureInProcesses();
  const names = Object.keys(results["4 kB"] ?? {});
  const ratio = (input: string, a: string, b: string): number =>
    (results[input]?.[a] ?? Number.NaN) / (results[input]?.[b] ?? Number.NaN);
  const own = "@botwright/markdown";
  const against = (input: string, limit: number): BenchReport["gates"][number] => {
    const measured = ratio(input, own, "remove-markdown");
    return {
      name: `${input}: time compared with remove-markdown`,
      limit: `≤ ${limit.toFixed(1)}×`,
      measured: `${measured.toFixed(2)}×`,
      ok: measured <= limit,
    };
  };
  const faster = ratio("4 kB", "micromark", own);

  // Warms up, so that the times are those of a host that has been running for a while.
  for (let turn = 0; turn < 3; turn += 1) {
    for (const { text } of attacks) markdownToPlainText(text(100_000));
  }
  const attacked = attacks.map(({ name, text }) => {
    let once = Number.POSITIVE_INFINITY;
    let twice = Number.POSITIVE_INFINITY;
    let linear = false;
    // A pause of the machine may lengthen one of the two times, so a text that seems non-linear is measured again.
    for (let attempt = 0; attempt < 3 && !linear; attempt += 1) {
      once = Math.min(once, attackTime(text(100_000), 7));
      twice = Math.min(twice, attackTime(text(200_000), 7));
      linear = twice <= 3 * once || twice < 10;
    }
    // The time may rise by a step when the garbage exceeds V8's young generation. From 200 to 400 kB there is no second
    // step, but a non-linear text triples again.
    linear ||= attackTime(text(400_000), 7) <= 3 * twice;
    return { name, once, twice, linear };
  });
  const slowest = attacked.toSorted((a, b) => b.once - a.once);
  const worst = slowest[0]?.once ?? 0;
  const bent = attacked.filter(({ linear }) => !linear);

  return {
    title: "Markdown to plain text",
    notes: [
      `Replies as language models write them (test/bench/replies.ts), Chinese and English; sizes in bytes of UTF-8. Median of ${PROCESSES} processes, because V8 optimises a little differently in each. Each process takes the median of 11 interleaved rounds of at least 12 ms per engine, after 10 warm-up rounds over all texts. Each text has 8 variants. micromark writes HTML without GFM; the others write text.`,
    ],
    tables: [
      {
        caption: "Microseconds per conversion",
        chart: { file: "bench-markdown", title: "Converting 4 kB of Markdown, µs", column: 3 },
        columns: [
          "",
          ...Object.entries(INPUTS).map(([name, text]) => `${name} (${Buffer.byteLength(text)} B)`),
        ],
        rows: names.map((engine) => [
          engine,
          ...Object.keys(INPUTS).map((input) => round(results[input]?.[engine] ?? Number.NaN)),
        ]),
      },
      {
        caption: `The slowest of ${attacked.length} attacks, in ms`,
        columns: ["attack", "100 kB", "200 kB"],
        rows: slowest
          .slice(0, 8)
          .map(({ name, once, twice }) => [labelOf(name), round(once), round(twice)]),
      },
    ],
    gates: [
      against("200 B", 1),
      against("1 kB", 1),
      against("4 kB", 1.5),
      against("50 kB", 1.5),
      against("no Markdown, 1 kB", 0.1),
      {
        name: "4 kB: how many times faster than micromark",
        limit: "≥ 50",
        measured: faster.toFixed(0),
        ok: faster >= 50,
      },
      {
        name: "slowest attack at 100 kB",
        limit: "≤ 50 ms",
        measured: `${worst.toFixed(1)} ms`,
        ok: worst <= 50,
      },
      {
        name: "attacks whose time more than triples both from 100 to 200 kB (to at least 10 ms) and from 200 to 400 kB",
        limit: "none",
        measured: bent.length === 0 ? "none" : bent.map(({ name }) => labelOf(name)).join(", "),
        ok: bent.length === 0,
      },
    ],
  };
}

if (isMain(import.meta.url)) await runBench(benchMarkdown);
