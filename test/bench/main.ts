/**
 * `pnpm bench [part …] [--write]`: measures, prints tables and compares them with the goals. `--write`
 * updates these parts in docs/benchmarks.md.
 */
import { benchAdapters } from "./adapters.ts";
import { benchAuthor } from "./author.ts";
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
const chosen = Object.keys(PARTS).filter((name) => args.includes(name));
const reports: BenchReport[] = [];
for (const [name, bench] of Object.entries(PARTS)) {
  if (chosen.length > 0 && !chosen.includes(name)) continue;
  const report = await bench();
  console.log(renderReport(report));
  reports.push(report);
}

if (args.includes("--write")) await writePage(reports);

process.exitCode = reports.every(({ gates }) => gates.every(({ ok }) => ok)) ? 0 : 1;
