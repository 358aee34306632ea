/**
 * `pnpm bench [part …] [--write]`: measures, prints tables and says which goals were reached.
 * `--write` puts what was measured into docs/benchmarks.md.
 */
import { writeFile } from "node:fs/promises";
import { arch, cpus, platform, totalmem } from "node:os";
import { benchAdapters } from "./adapters.ts";
import { renderChart } from "./chart.ts";
import { benchAuthor } from "./author.ts";
import { benchMarkdown } from "./markdown.ts";
import { type BenchReport, renderReport } from "./report.ts";
import { benchSandbox } from "./sandbox.ts";
import { benchWire } from "./wire.ts";

const PARTS: Record<string, () => Promise<BenchReport>> = {
  markdown: benchMarkdown,
  sandbox: benchSandbox,
  wire: benchWire,
  adapters: benchAdapters,
  author: benchAuthor,
};

const args = process.argv.slice(2);
const unknown = args.filter((arg) => arg !== "--write" && !Object.hasOwn(PARTS, arg));
if (unknown.length > 0) {
  console.error(
    `There is no part ${unknown.join(", ")}; the parts are ${Object.keys(PARTS).join(", ")}.`,
  );
  process.exit(2);
}
const chosen = Object.keys(PARTS).filter((name) => args.includes(name));
const reports: BenchReport[] = [];
for (const [name, bench] of Object.entries(PARTS)) {
  if (chosen.length > 0 && !chosen.includes(name)) continue;
  const report = await bench();
  console.log(renderReport(report));
  reports.push(report);
}

if (args.includes("--write")) {
  const cores = cpus();
  const gibibytes = Math.round(totalmem() / 2 ** 30);
  const machine = `${cores.length} × ${cores[0]?.model.trim() ?? "unknown"}, ${gibibytes} GiB, ${platform()} ${arch()}, Node ${process.versions.node}`;
  const head = `# Benchmarks

The last run, on ${new Date().toISOString().slice(0, 10)}: ${machine}, cores shared with other work. Everything in a table was measured in the same run, side by side. Take every time as good to a factor of two, and measure again what you build on:

\`\`\`sh
npx pnpm@12.21.0 bench            # all parts, some minutes
npx pnpm@12.21.0 bench sandbox    # one part
\`\`\`

Each part ends with its goals. The sources are in [test/bench](../test/bench).
`;
  const docs = new URL("../../docs/", import.meta.url);
  const body = reports.map((report) => renderReport(report, true)).join("\n");
  await writeFile(new URL("benchmarks.md", docs), `${head}\n${body}`);
  for (const { chart, rows } of reports.flatMap(({ tables }) => tables)) {
    if (chart === undefined) continue;
    await writeFile(new URL(`images/${chart.file}.svg`, docs), renderChart(chart, rows));
  }
}

process.exitCode = reports.every(({ gates }) => gates.every(({ ok }) => ok)) ? 0 : 1;
