import { atMost, showNumber } from "./report.ts";
import { ATTACKS } from "./sandbox-attacks.ts";
import { measureAlone, measureNumbers, measureRows, type Numbers } from "./sandbox-child.ts";
import { measureHost } from "./sandbox-host.ts";
import type { Part } from "./sandbox-whole.ts";
import { sortedBy, WORST, worstBy } from "./sandbox-worst.ts";
import { median } from "./statistics.ts";

const CORPUS = new URL("../attacks/", import.meta.url);

/** The sample has one in this number of attacks of the corpus. */
const SAMPLED = 12;
/** Rounds beside each named attack. */
const FEW_ROUNDS = 3;
/** If p99 is more than this many times that of the quiet rounds, the attack is measured again … */
const SUSPECT = 1.7;
/** … in this number of rounds: p99 is the sixth longest of 600 calls, and varies as much from round to round. */
const MANY_ROUNDS = 9;

/** Measures the harm of hostile plugins to other plugins and to the host. */
export async function measureHarm(): Promise<Part> {
  const parts = [
    await measureHangs(),
    await measureNeighbours(1),
    await measureNeighbours(3),
    await measureComputing(),
    await measureMany(),
    await measureSample(1),
    await measureSample(3),
    ...(await measureHost()),
  ];
  return {
    tables: parts.flatMap(({ tables }) => tables),
    gates: parts.flatMap(({ gates }) => gates),
  };
}

/** Measures calls that hang in native code, and how soon all workers are ready again. */
async function measureHangs(): Promise<Part> {
  const hung = await measureAlone("hung");
  const one = await measureNumbers("sandbox-recovery", "1", "1");
  const three = await measureNumbers("sandbox-recovery", "1", "3");
  const threeOfThree = await measureNumbers("sandbox-recovery", "3", "3");
  const recoveryMs = Math.max(...[one, three, threeOfThree].map(({ medianMs = NaN }) => medianMs));
  return {
    tables: [
      {
        caption:
          "A call that hangs in native code, with a CPU limit of 100 ms, while 24 good calls wait",
        columns: ["what", "median", "worst"],
        rows: [
          [
            "ms from its deadline to its end",
            showNumber(hung("overdueMs")),
            showNumber(hung("overdueMaxMs")),
          ],
          [
            "ms from its end to the result of the next call",
            showNumber(hung("backMs")),
            showNumber(hung("backMaxMs")),
          ],
          [`good calls lost, of ${hung("innocent")}`, hung("lost"), ""],
          recoveryRow("1 worker and the spare, one hung", one),
          recoveryRow("1 worker and the spare, three hung at once", three),
          recoveryRow("3 workers and the spare, three hung at once", threeOfThree),
        ],
      },
    ],
    gates: [
      atMost("hung call, ended after its deadline, median", 50, hung("overdueMs"), "ms"),
      atMost("hung call, service back, median", 10, hung("backMs"), "ms"),
      atMost("hung call, good calls lost", 0, hung("lost"), ""),
      atMost("hung calls, all workers ready again, median, at worst", 200, recoveryMs, "ms"),
    ],
  };
}

function recoveryRow(what: string, { medianMs = NaN, worstMs = NaN }: Numbers): string[] {
  return [
    `ms until all workers are ready again, ${what}`,
    showNumber(medianMs),
    showNumber(worstMs),
  ];
}

/** Measures good calls beside an attack, in more rounds if they seem too slow. */
async function measureBeside(attack: string, workers: number): Promise<Numbers> {
  const inRounds = (rounds: number): Promise<Numbers> =>
    measureNumbers("sandbox-neighbours", attack, String(workers), String(rounds));
  const numbers = await inRounds(FEW_ROUNDS);
  return (numbers["ratio"] ?? NaN) > SUSPECT ? inRounds(MANY_ROUNDS) : numbers;
}

/** Measures good calls beside each of the named attacks. */
async function measureNeighbours(workers: number): Promise<Part> {
  const rows = new Map<string, Numbers>();
  for (const attack of Object.keys(ATTACKS)) {
    rows.set(attack, await measureBeside(attack, workers));
  }
  const controls: [name: string, numbers: Numbers][] = [
    ["none (control: chance)", await measureBeside("nothing", workers)],
    ["busy process (control)", await measureBeside("busy process", workers)],
  ];
  const most = (field: string): [name: string, value: number] => worstBy(rows, field);
  const [slowest, ratio] = most("ratio");
  const [latest, backMs] = most("backMs");
  const lost = [...rows.values()].reduce((sum, numbers) => sum + (numbers["lost"] ?? NaN), 0);
  const many = workersOf(workers);
  return {
    tables: [
      {
        caption: `Calls of a good plugin, µs, while another plugin attacks continuously; ${many}`,
        columns: [
          "attack",
          "median",
          "p99",
          "p99 / quiet p99, median of rounds",
          "p99 / quiet p99, all rounds",
          "longest",
          "lost",
          "ms from the attack's end to the next result",
        ],
        rows: [...controls, ...rows].map(([attack, numbers]) => [
          attack,
          showNumber(numbers["medianUs"] ?? NaN),
          showNumber(numbers["p99Us"] ?? NaN),
          `${showNumber(numbers["ratio"] ?? NaN)}×`,
          `${showNumber(numbers["overall"] ?? NaN)}×`,
          showNumber(numbers["maxUs"] ?? NaN),
          numbers["lost"] ?? NaN,
          showNumber(numbers["backMs"] ?? NaN),
        ]),
      },
    ],
    gates: [
      atMost(`${many}: good calls' p99 / quiet p99, at worst (${slowest})`, 2, ratio, "×"),
      atMost(`${many}: good calls lost`, 0, lost, ""),
      atMost(`${many}: service back after an attack, at worst (${latest})`, 100, backMs, "ms"),
    ],
  };
}

/** Measures calls of a good plugin that computes for some 15 ms, beside attacks that compute for long. */
async function measureComputing(): Promise<Part> {
  const rows = new Map<string, Numbers>();
  for (const attack of ["endless loop", "native loop", "locale bomb"]) {
    for (const workers of [1, 3]) {
      const numbers = await measureNumbers("sandbox-computing", attack, String(workers));
      rows.set(`${attack}, ${workersOf(workers)}`, numbers);
    }
  }
  const [latest, p90] = worstBy(rows, "p90Ms");
  return {
    tables: [
      {
        caption:
          "Calls of a good plugin that computes some 15 ms per call, some five calls a second, ms, while another plugin attacks continuously",
        columns: ["attack", "quiet, median", "quiet, p90", "median", "p90", "longest"],
        rows: [...rows].map(([attack, numbers]) => [
          attack,
          ...["quietMs", "quiet90Ms", "medianMs", "p90Ms", "longestMs"].map((field) =>
            showNumber(numbers[field] ?? NaN),
          ),
        ]),
      },
    ],
    gates: [atMost(`computing calls beside a computing attack, p90 (${latest})`, 100, p90, "ms")],
  };
}

/**
 * Measures good calls while many plugins of one attacker compute, which the budget of a single plugin does not limit.
 */
async function measureMany(): Promise<Part> {
  const rows = new Map<string, Numbers>();
  const kinds = {
    loops: "8 plugins that loop",
    moments: "24 plugins that compute for a moment after each pause",
    files: "6 files that loop while they are loaded",
  };
  for (const [kind, what] of Object.entries(kinds)) {
    for (const workers of [1, 3]) {
      const numbers = await measureNumbers("sandbox-many", kind, String(workers));
      rows.set(`${what}, ${workersOf(workers)}`, numbers);
    }
  }
  const [latest, longestMs] = worstBy(rows, "longestMs");
  const [slowest, fileMs] = worstBy(rows, "fileLongestMs");
  const lost = [...rows.values()].reduce((sum, numbers) => sum + (numbers["lost"] ?? NaN), 0);
  const fields = [
    "quietMs",
    "quiet99Ms",
    "medianMs",
    "p99Ms",
    "longestMs",
    "newcomerMs",
    "fileMs",
    "fileLongestMs",
  ];
  return {
    tables: [
      {
        caption: "Times of good calls and loads, ms, while many plugins of one attacker compute",
        columns: [
          "attack",
          "a good plugin's calls: quiet, median",
          "quiet, p99",
          "median",
          "p99",
          "longest",
          "a new plugin's first call",
          "the load of a good file, median",
          "the load of a good file, longest",
        ],
        rows: [...rows].map(([attack, numbers]) => [
          attack,
          ...fields.map((field) => showNumber(numbers[field] ?? NaN)),
        ]),
      },
    ],
    gates: [
      atMost(`good calls beside many that compute, longest (${latest})`, 250, longestMs, "ms"),
      atMost(`good files beside many that compute, longest (${slowest})`, 1000, fileMs, "ms"),
      atMost("good calls lost beside many that compute", 0, lost, ""),
    ],
  };
}

function workersOf(count: number): string {
  return `${count} worker${count === 1 ? "" : "s"}`;
}

/** Measures good calls beside a sample of the attack corpus. */
async function measureSample(workers: number): Promise<Part> {
  const args = [CORPUS.pathname, String(workers), String(SAMPLED)];
  const rows = await measureRows("sandbox-sample", args);
  const values = (field: string): number[] =>
    [...rows.values()].map((numbers) => numbers[field] ?? NaN);
  const [worst, ratio] = worstBy(rows, "ratio");
  const lost = values("lost").reduce((sum, own) => sum + own, 0);
  const many = workersOf(workers);
  return {
    tables: [
      {
        caption: `Calls of a good plugin, µs, beside ${rows.size} attacks, one in ${SAMPLED} of the corpus, chosen by the hashes of their names; ${many}`,
        columns: ["attack", "median", "p99", "p99 / quiet p99", "longest"],
        rows: [
          sampleRow("all of them, median", (field) => median(values(field))),
          ...sortedBy(rows, "ratio")
            .slice(0, WORST)
            .map(([name, numbers]) => sampleRow(name, (field) => numbers[field] ?? NaN)),
        ],
      },
    ],
    gates: [
      atMost(`${many}, sample: good calls' p99 / quiet p99, at worst (${worst})`, 2, ratio, "×"),
      atMost(`${many}, sample: good calls lost`, 0, lost, ""),
    ],
  };
}

function sampleRow(name: string, value: (field: string) => number): string[] {
  const [middle, p99, ratio, longest] = ["medianUs", "p99Us", "ratio", "maxUs"].map((field) =>
    showNumber(value(field)),
  );
  return [name, `${middle}`, `${p99}`, `${ratio}×`, `${longest}`];
}
