import { DEFAULT_LIMITS } from "../../packages/sandbox/src/main/limits.ts";
import { type Attack, readAttacks } from "../attacks/expectation.ts";
import { atMost, type BenchTable, type Gate, showNumber } from "./report.ts";
import { measureNumbers, measureRows, type Numbers } from "./sandbox-child.ts";
import type { Part } from "./sandbox-whole.ts";
import { sortedBy, WORST, worstBy } from "./sandbox-worst.ts";
import { median } from "./statistics.ts";

const CORPUS = new URL("../attacks/", import.meta.url);

/** The number of attacks whose memory is measured again in a separate process. */
const GROWN = 4;

/** The most MiB of the answers to one plugin, of its waiting calls, and of its images if no other plugin needs room. */
const ANSWERS_MIB = 48;
const WAITING_MIB = 256;
const IMAGES_MIB = 256;

/** The most MB that a plugin may hold at any time: one of its calls runs, and the others wait. */
function boundMb({ parallel, loads }: Attack): number {
  const machine = DEFAULT_LIMITS.memoryBytes / 2 ** 20;
  const waiting = Math.min(WAITING_MIB, (parallel - 1) * machine);
  return (machine + waiting + ANSWERS_MIB + (loads > 1 ? IMAGES_MIB : 0)) * 1.048576;
}

/** Measures the longest stalls of the host's event loop, and the memory of the process. */
export async function measureHost(): Promise<Part[]> {
  const flags = ["--expose-gc"];
  const singles = await measureRows("sandbox-stalls", [CORPUS.pathname, "singles"], flags);
  const pairs = await measureRows("sandbox-stalls", [CORPUS.pathname, "pairs"], flags);
  return [
    stallsOf("one attack", singles),
    stallsOf("two attacks", pairs),
    await measureGrowth(singles),
  ];
}

function stallColumns(
  rows: ReadonlyMap<string, Numbers>,
  reduce: (values: number[]) => number,
): string[] {
  return ["stallMs", "busyMs"].map((field) =>
    showNumber(reduce([...rows.values()].map((numbers) => numbers[field] ?? NaN))),
  );
}

function stallsOf(what: string, measured: ReadonlyMap<string, Numbers>): Part {
  const all = [...measured];
  const quiet = new Map(all.filter(([name]) => name.startsWith("quiet ")));
  const attacked = new Map(all.filter(([name]) => !name.startsWith("quiet ")));
  const lost = [...attacked.values()].reduce((sum, { lost: own = NaN }) => sum + own, 0);
  const [worst, stallMs] = worstBy(attacked, "stallMs");
  const table: BenchTable = {
    caption: `The host's event loop beside ${what} (${attacked.size} cases of the corpus)`,
    columns: ["attack", "longest stall, ms", "most CPU time, ms", "good calls", "lost"],
    rows: [
      ["without an attack, median", ...stallColumns(quiet, median), "", ""],
      [
        "without an attack, longest",
        ...stallColumns(quiet, (values) => Math.max(...values)),
        "",
        "",
      ],
      ["all of them, median", ...stallColumns(attacked, median), "", lost],
      ...sortedBy(attacked, "stallMs")
        .slice(0, WORST)
        .map(([name, numbers]) => [
          name,
          showNumber(numbers["stallMs"] ?? NaN),
          showNumber(numbers["busyMs"] ?? NaN),
          numbers["calls"] ?? NaN,
          numbers["lost"] ?? NaN,
        ]),
    ],
  };
  const [busiest, busyMs] = worstBy(attacked, "busyMs");
  const gates: Gate[] = [
    atMost(`event loop beside ${what}, longest stall (${worst})`, 50, stallMs, "ms"),
    atMost(`main thread beside ${what}, most CPU time (${busiest})`, 50, busyMs, "ms"),
    atMost(`good calls lost beside ${what}`, 0, lost, ""),
  ];
  return { tables: [table], gates };
}

/** Measures the attacks beside which the process grew most again, each in its own process. */
async function measureGrowth(singles: ReadonlyMap<string, Numbers>): Promise<Part> {
  const rows = new Map<string, Numbers>();
  const bounds = new Map(readAttacks(CORPUS).map((attack) => [attack.name, boundMb(attack)]));
  for (const [name] of sortedBy(singles, "growthMb").slice(0, GROWN)) {
    const numbers = await measureNumbers("sandbox-growth", CORPUS.pathname, name);
    const { growthMb = NaN } = numbers;
    rows.set(name, { ...numbers, aboveMb: growthMb - (bounds.get(name) ?? NaN) });
  }
  const quiet = await measureNumbers("sandbox-growth", CORPUS.pathname);
  const all = await measureNumbers("sandbox-growth", CORPUS.pathname, "all");
  const [worst, aboveMb] = worstBy(rows, "aboveMb");
  return {
    tables: [
      {
        caption: "Growth of the process in MB during attacks of 2 s",
        columns: ["attack", "MB", "MB above the plugin's bounds", "good calls lost"],
        rows: [
          growthRow("none", quiet),
          ...sortedBy(rows, "growthMb").map(([name, numbers]) => growthRow(name, numbers)),
          growthRow(`one of each of the ${all["attacks"]} families at once`, all),
        ],
      },
    ],
    gates: [
      atMost(`memory beside one attack, growth above its bounds (${worst})`, 256, aboveMb, "MB"),
      atMost("memory beside one attack of each family, growth", 512, all["growthMb"] ?? NaN, "MB"),
    ],
  };
}

function growthRow(name: string, numbers: Numbers): (string | number)[] {
  const { growthMb = NaN, aboveMb, lost = NaN } = numbers;
  return [name, showNumber(growthMb), aboveMb === undefined ? "" : showNumber(aboveMb), lost];
}
