import { readFile, writeFile } from "node:fs/promises";
import { arch, cpus, platform, totalmem } from "node:os";
import { renderChart } from "./chart.ts";
import { type BenchReport, renderReport } from "./report.ts";

const DOCS = new URL("../../docs/", import.meta.url);

const HEAD = `# Benchmarks

Each part says when and where it was measured last. Everything in a table was measured in the same run, side by side, on cores shared with other work. Take every time as good to a factor of two, and measure yourself every figure that you rely on:

\`\`\`sh
npx pnpm@12.21.0 build            # one part measures the built packages
npx pnpm@12.21.0 bench            # all parts, an hour and a half on two cores
npx pnpm@12.21.0 bench sandbox    # one part
\`\`\`

Each part ends with its goals. The sources are in [test/bench](../test/bench).
`;

/** Writes a report into docs/benchmarks.md, where it replaces the part of the same title, and draws its charts. */
export async function writePage(report: BenchReport): Promise<void> {
  const url = new URL("benchmarks.md", DOCS);
  const old = await readFile(url, "utf8");
  // This text is generated, so a line with this prefix is always a heading.
  const parts = new Map(
    old
      .split(/^(?=## )/mu)
      .slice(1)
      .map((part) => [part.slice(3, part.indexOf("\n")), part.trimEnd()]),
  );
  const notes = [`Measured on ${today()}: ${machine()}.`, ...(report.notes ?? [])];
  parts.set(report.title, renderReport({ ...report, notes }, true).trimEnd());
  await writeFile(url, `${[HEAD.trimEnd(), ...parts.values()].join("\n\n")}\n`);
  for (const { chart, rows } of report.tables) {
    if (chart === undefined) continue;
    await writeFile(new URL(`images/${chart.file}.svg`, DOCS), renderChart(chart, rows));
  }
}

function today(): string {
  return new Date().toISOString().slice(0, 10);
}

function machine(): string {
  const cores = cpus();
  const gibibytes = Math.round(totalmem() / 2 ** 30);
  const model = cores[0]?.model.trim() ?? "unknown";
  return `${cores.length} × ${model}, ${gibibytes} GiB, ${platform()} ${arch()}, Node ${process.versions.node}`;
}
