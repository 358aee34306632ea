import { atLeast, atMost, type BenchTable, type Gate, showNumber } from "./report.ts";
import { measureAlone } from "./sandbox-child.ts";

/** Tables and goals of one part. */
interface Part {
  tables: BenchTable[];
  gates: Gate[];
}

/** Flags of a process that is to stay small: it grows its JavaScript heap only when it must. */
const SMALL = ["--max-semi-space-size=1", "--max-old-space-size=24"];

/** Many plugins of many users, and many handlers that wait. */
export async function measureScale(): Promise<Part> {
  const oneThread = await measureAlone("pairsInOneThread");
  const small = await measureAlone("pairsInOneThread", SMALL);
  const sandbox = await measureAlone("pairsInSandbox");
  const waiting = await measureAlone("waiting");
  const pairs = (what: string, figures: typeof oneThread): (string | number)[] => [
    what,
    Math.round(figures("perSecond")),
    Math.round(figures("megabytes")),
  ];
  return {
    tables: [
      {
        caption:
          "10,000 pairs of user and plugin over 200 plugins of 2 to 20 kB, called by Zipf's law, one host call each",
        columns: ["how", "calls per second", "RSS of the process, MB"],
        rows: [
          pairs("one thread", oneThread),
          pairs(`one thread, node ${SMALL.join(" ")}`, small),
          pairs("a whole sandbox: worker and warm spare, 16 in flight", sandbox),
        ],
      },
      {
        caption: "1,000 handlers that wait at once in one worker",
        columns: ["what", "measured"],
        rows: [
          ["RSS of the process, MB", Math.round(waiting("megabytes"))],
          ["kB for each", showNumber(waiting("kilobytesEach"))],
          ["gone on and handled", waiting("handled")],
          ["µs until one is done, all answered at once", showNumber(waiting("resumeUs"))],
        ],
      },
    ],
    gates: [
      atLeast("10,000 pairs, small process, calls per second", 4500, small("perSecond"), ""),
      atMost("10,000 pairs, small process, RSS", 150, small("megabytes"), "MB"),
      atMost("1,000 waiting handlers, RSS", 200, waiting("megabytes"), "MB"),
      atLeast("1,000 waiting handlers, gone on", 1000, waiting("handled"), ""),
    ],
  };
}

/** What a plugin that does harm costs the others. */
export async function measureHarm(): Promise<Part> {
  const hung = await measureAlone("hung");
  const attacks = [
    "endless loop",
    "native loop",
    "memory bomb",
    "job flood",
    "host call flood",
    "console flood",
  ];
  const neighbours = new Map<string, typeof hung>();
  for (const attack of ["quiet", ...attacks]) {
    neighbours.set(attack, await measureAlone("neighbours", [], attack));
  }
  const p99 = (attack: string): number => neighbours.get(attack)?.("p99Us") ?? Number.NaN;
  const worst = Math.max(...attacks.map(p99)) / p99("quiet");
  return {
    tables: [
      {
        caption: "A call that hangs in native code, with a CPU limit of 100 ms, 24 others waiting",
        columns: ["what", "median", "worst"],
        rows: [
          [
            "ms from its deadline to its end",
            showNumber(hung("overdueMs")),
            showNumber(hung("overdueMaxMs")),
          ],
          [
            "ms from there to the next call's result",
            showNumber(hung("backMs")),
            showNumber(hung("backMaxMs")),
          ],
          [`others lost, of ${hung("innocent")}`, hung("lost"), ""],
        ],
      },
      {
        caption: "Calls of a good plugin, µs, while another attacks without pause",
        columns: ["the other", "median", "p99", "p99 against quiet", "longest"],
        rows: [...neighbours].map(([attack, figures]) => [
          attack,
          showNumber(figures("medianUs")),
          showNumber(figures("p99Us")),
          `${(figures("p99Us") / p99("quiet")).toFixed(1)}×`,
          showNumber(figures("maxUs")),
        ]),
      },
    ],
    gates: [
      atMost("hung call, ended after its deadline, median", 50, hung("overdueMs"), "ms"),
      atMost("hung call, service back, median", 10, hung("backMs"), "ms"),
      atMost("hung call, innocent calls lost", 0, hung("lost"), ""),
      atMost("good neighbours' p99 beside the worst attack, against quiet", 2, worst, "×"),
    ],
  };
}
