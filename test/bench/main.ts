/**
 * `pnpm bench [part …] [--write]`: measures the parts, prints tables and compares them with the goals. With `--write`,
 * it updates each part in docs/benchmarks.md as soon as the part was measured.
 */
import { benchAdapters } from "./adapters.ts";
import { assertBuilt, benchAuthor } from "./author.ts";
import { benchConsole } from "./console.ts";
import { benchHost } from "./host.ts";
import { benchMarkdown } from "./markdown.ts";
import { writePage } from "./page.ts";
import { type BenchReport, renderReport } from "./report.ts";
import { benchSandbox } from "./sandbox.ts";
import { benchWire } from "./wire.ts";

const PARTS: Record<string, () => Promise<BenchReport>> = {
  markdown: benchMarkdown,
  sandbox: benchSandbox,
  wire: benchWire,
  adapters: benchAdapters,
  author: benchAuthor,
  host: benchHost,
  console: benchConsole,
};

const args = process.argv.slice(2);
const unknown = args.filter((arg) => arg !== "--write" && !Object.hasOwn(PARTS, arg));
if (unknown.length > 0) {
  console.error(
    `There is no part ${unknown.join(", ")}; the parts are ${Object.keys(PARTS).join(", ")}.`,
  );
  process.exit(2);
}
const isAll = args.every((arg) => arg === "--write");
const chosen = Object.entries(PARTS).filter(([name]) => isAll || args.includes(name));
// Checked now, so that a missing build does not fail a run after half an hour.
if (chosen.some(([name]) => name === "author")) assertBuilt();
const reports: BenchReport[] = [];
for (const [, bench] of chosen) {
  const report = await bench();
  console.log(renderReport(report));
  if (args.includes("--write")) await writePage(report);
  reports.push(report);
}

process.exitCode = reports.every(({ gates }) => gates.every(({ ok }) => ok)) ? 0 : 1;
