import { markdownTable } from "../written-table.ts";

/** A table of the benchmarks' page: the cells of its rows. */
type Rows = readonly (readonly string[])[];

/** Reads the tables of `docs/benchmarks.md`, by their captions. */
function readTables(benchmarks: string): Map<string, Rows> {
  const tables = new Map<string, Rows>();
  for (const part of benchmarks.split(/^\*\*(?=.+\*\*$)/mu).slice(1)) {
    const rows = part.match(/^\|.*\|$/gmu) ?? [];
    const cells = rows.map((row) =>
      row
        .split("|")
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
    tables.set(part.slice(0, part.indexOf("**")), cells);
  }
  return tables;
}

/** The largest of numbers. @throws for a cell that is none */
function most(texts: readonly string[]): number {
  const largest = Math.max(...texts.map((text) => (text === "" ? Number.NaN : Number(text))));
  if (!Number.isFinite(largest))
    throw new Error(`the benchmarks have no numbers in ${texts.join()}`);
  return largest;
}

/** The halves of cells such as `1.9 / 20`. */
function halves(texts: readonly string[], index: 0 | 1): string[] {
  return texts.map((text) => text.split(" / ")[index] ?? "");
}

/** Two digits of a small number, three of others. */
function round(value: number): string {
  return value.toPrecision(value < 10 ? 2 : 3).replace(/\.0+$/u, "");
}

/** The figures by which an operator chooses a machine, from the page of the benchmarks. */
export function capacityTable(benchmarks: string): string {
  const tables = readTables(benchmarks);

  /** The cells of a column, of the rows whose first cell begins with a text. @throws without such a row */
  function cells(caption: string, row: string, column: number): string[] {
    const captions = [...tables].filter(([name]) => name.startsWith(caption));
    const found = captions.flatMap(([, rows]) => rows.filter(([first]) => first?.startsWith(row)));
    if (found.length === 0) throw new Error(`the benchmarks have no "${row}" in "${caption}"`);
    return found.map((own) => own[column] ?? "");
  }

  const number = (caption: string, row: string, column = 1): number =>
    most(cells(caption, row, column));
  const bots = "Many bots in one process";
  const single = "Botwright: ";
  // The row of all platforms is the last of Botwright's.
  const ofOne = (column: number): string[] => cells(bots, single, column).slice(0, -1);
  const all = `${single}all four`;
  const wire = "From the wire to the wire, 30 messages a second";
  const rate = "Messages a second";
  const host = "1000 bots of 4 platforms";
  const waiting = "1,000 handlers that wait";
  const call = halves(cells("A call, µs", "Botwright, through a worker", 2), 0);
  const callP99 = halves(cells("A call, µs", "Botwright, through a worker", 2), 1);

  return markdownTable([
    ["part", "figure"],
    [
      "1,000 idle bots of one platform in one process",
      `${most(ofOne(2))} MB, ${most(ofOne(3))} % of a core at most`,
    ],
    [
      "4,000 idle bots in one process, 1,000 of each of four platforms",
      `${number(bots, all, 2)} MB, ${number(bots, all, 3)} % of a core`,
    ],
    [
      "an answer by a sandboxed plugin to 1,000 bots at 200 messages a second, in memory",
      `${most(halves(ofOne(6), 0))} ms, 99 % in ${most(halves(ofOne(6), 1))} ms at most`,
    ],
    [
      "one call of a plugin with one host call, through a worker",
      `${round(most(call) / 1000)} ms, 99 % in ${round(most(callP99) / 1000)} ms`,
    ],
    [
      "1,000 handlers that wait for a model at once",
      `${number(waiting, "RSS of the process")} MB, ${round(number(waiting, "kB for each"))} kB each`,
    ],
    [
      "a message with one storage read and one reply, at 30 a second, on a node with PostgreSQL",
      `${round(number(wire, "Botwright's host"))} ms, 99 % in ${round(number(wire, "Botwright's host", 2))} ms`,
    ],
    [
      "messages a second on a node with its PostgreSQL on two cores, every chat in order",
      String(number(rate, "Botwright's host, one node with its PostgreSQL", 2)),
    ],
    [
      "the same with two nodes on the same two cores, with one database",
      String(number(rate, "Botwright's host, two nodes", 2)),
    ],
    [
      "1,000 bots of four platforms on a node, each of which has answered once",
      `${number(host, "RSS of the host after")} MB, and ${number(host, "PSS of PostgreSQL")} MB of PostgreSQL`,
    ],
  ]);
}
