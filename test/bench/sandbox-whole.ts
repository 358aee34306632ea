import { atLeast, atMost, type BenchTable, type Gate, showNumber } from "./report.ts";
import { measureAlone } from "./sandbox-child.ts";

/** Tables and goals of one part. */
export interface Part {
  tables: BenchTable[];
  gates: Gate[];
}

/** Flags of Node for a small process: V8 grows its heap only when it must. */
const SMALL = ["--max-semi-space-size=1", "--max-old-space-size=24"];

/** Measures many plugins of many users, and many handlers that wait. */
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
          ["resumed and handled", waiting("handled")],
          ["µs per call, when all are answered at once", showNumber(waiting("resumeUs"))],
        ],
      },
    ],
    gates: [
      atLeast("10,000 pairs, small process, calls per second", 4500, small("perSecond"), ""),
      atMost("10,000 pairs, small process, RSS", 150, small("megabytes"), "MB"),
      atMost("1,000 waiting handlers, RSS", 200, waiting("megabytes"), "MB"),
      atLeast("1,000 waiting handlers, resumed and handled", 1000, waiting("handled"), ""),
    ],
  };
}
