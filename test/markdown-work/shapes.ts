import { core, edges, further } from "./vocabulary.ts";

/** A text of any length: a fixed start and end, and a repeated middle. */
export interface Shape {
  readonly prefix: string;
  /** Runs, one after the other; a run repeats its scraps in turn. */
  readonly runs: readonly (readonly string[])[];
  readonly suffix: string;
}

/** The text of `shape` of about `length` characters: each run takes an equal part. */
export function write({ prefix, runs, suffix }: Shape, length: number): string {
  const parts = runs.map((scraps) => {
    const unit = scraps.join("");
    return unit.repeat(Math.max(1, Math.round(length / runs.length / unit.length)));
  });
  return prefix + parts.join("") + suffix;
}

/** As one would write it down: `"a"×n "b"×n "c"`. */
export function describeShape({ prefix, runs, suffix }: Shape): string {
  const repeated = runs.map((scraps) => `${JSON.stringify(scraps.join(""))}×n`);
  const [first = "", last = ""] = [prefix, suffix].map((text) =>
    text === "" ? "" : JSON.stringify(text),
  );
  return [first, ...repeated, last].join(" ").trim();
}

function shape(runs: readonly (readonly string[])[], suffix = ""): Shape {
  return { prefix: "", runs, suffix };
}

/** Each core scrap alone, and all pairs of them: in turn, and one run after the other. */
export function* corePairs(): Generator<Shape> {
  for (const a of core) {
    yield shape([[a]]);
    for (const b of core) {
      if (a !== b) yield* [shape([[a, b]]), shape([[a], [b]])];
    }
  }
}

/** All pairs of all scraps, also with text between them and with a single one at the end. */
export function* allPairs(): Generator<Shape> {
  const all = [...core, ...further];
  for (const a of all) {
    for (const b of all) {
      yield* [
        shape([[a, b]]),
        shape([[a], [b]]),
        shape([[a]], b),
        shape([[a, "a", b]]),
        shape([[a, b, "\n"]]),
      ];
    }
  }
}

/** Two to five scraps in one to three runs between random edges; `random` returns a number in [0, 1). */
export function randomShape(random: () => number): Shape {
  const all = [...core, ...further];
  const pick = (list: readonly string[]): string => list[Math.floor(random() * list.length)] ?? "";
  const upTo = (most: number): number => 1 + Math.floor(random() * most);
  const runs = Array.from({ length: upTo(3) }, () =>
    Array.from({ length: upTo(3) }, () => pick(all)),
  );
  return { prefix: pick(edges), runs, suffix: pick(edges) };
}

/** The same with one scrap, run or edge less, in all ways. */
export function* smaller({ prefix, runs, suffix }: Shape): Generator<Shape> {
  if (prefix !== "") yield { prefix: "", runs, suffix };
  if (suffix !== "") yield { prefix, runs, suffix: "" };
  for (const [place, scraps] of runs.entries()) {
    if (runs.length > 1) yield { prefix, runs: runs.toSpliced(place, 1), suffix };
    if (scraps.length === 1) continue;
    for (const index of scraps.keys()) {
      yield { prefix, runs: runs.with(place, scraps.toSpliced(index, 1)), suffix };
    }
  }
}
