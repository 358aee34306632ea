import { pathToFileURL } from "node:url";
import type { Chart } from "./chart.ts";

/** A table, with an optional chart of one of its columns. */
export interface BenchTable {
  caption: string;
  columns: string[];
  rows: (string | number)[][];
  chart?: Chart;
}

/** The results of a benchmark, and whether they reach its goals. */
export interface BenchReport {
  title: string;
  /** Paragraphs below the title: what was compared, and how. */
  notes?: string[];
  tables: BenchTable[];
  gates: Gate[];
}

/** A goal: its limit and the measured value, as text. */
export interface Gate {
  name: string;
  limit: string;
  measured: string;
  ok: boolean;
}

/** Formats a number for a table: one decimal below 100. */
export function showNumber(value: number): string {
  return value.toFixed(value < 100 ? 1 : 0);
}

/** The goal to stay below a limit. */
export function atMost(name: string, limit: number, measured: number, unit: string): Gate {
  return {
    name,
    limit: `≤ ${limit} ${unit}`,
    measured: `${showNumber(measured)} ${unit}`,
    ok: measured <= limit,
  };
}

/** A goal with a lower bound. */
export function atLeast(name: string, limit: number, measured: number, unit: string): Gate {
  return {
    name,
    limit: `≥ ${limit} ${unit}`,
    measured: `${showNumber(measured)} ${unit}`,
    ok: measured >= limit,
  };
}

function table(columns: readonly string[], rows: readonly (string | number)[][]): string {
  const lines = [columns, columns.map(() => "---"), ...rows].map(
    (cells) =>
      `| ${cells.map((cell) => String(cell).replaceAll("|", String.raw`\|`)).join(" | ")} |`,
  );
  return lines.join("\n");
}

/** Renders the report as Markdown, with links to its charts if `pictures` is set. */
export function renderReport(report: BenchReport, pictures = false): string {
  const { title, notes = [], tables, gates } = report;
  const parts = [
    `## ${title}`,
    ...notes,
    ...tables.flatMap(({ caption, columns, rows, chart }) => [
      `**${caption}**`,
      ...(pictures && chart !== undefined ? [`![${chart.title}](images/${chart.file}.svg)`] : []),
      table(columns, rows),
    ]),
  ];
  if (gates.length > 0) {
    const rows = gates.map(({ name, limit, measured, ok }) => [
      name,
      limit,
      measured,
      ok ? "yes" : "**no**",
    ]);
    parts.push("**Goals**", table(["goal", "limit", "measured", "reached"], rows));
  }
  return `${parts.join("\n\n")}\n`;
}

/** Whether the module with this `import.meta.url` is the program that Node runs. */
export function isMain(url: string): boolean {
  const program = process.argv[1];
  return program !== undefined && pathToFileURL(program).href === url;
}

/** Runs a benchmark as a program: prints its report, and fails when a goal is missed. */
export async function runBench(bench: () => Promise<BenchReport>): Promise<void> {
  const report = await bench();
  console.log(renderReport(report));
  if (report.gates.some(({ ok }) => !ok)) process.exitCode = 1;
}
