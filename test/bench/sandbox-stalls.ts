/**
 * `node sandbox-stalls.ts <folder of the corpus> singles|pairs`: measures the longest stall of the host's event loop
 * beside each attack of the corpus, or beside pairs of attacks of different families.
 */
import { pathToFileURL } from "node:url";
import { performance } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { createSandbox } from "@botwright/sandbox";
import { type Attack, readAttacks } from "../attacks/expectation.ts";
import { fakeFetch } from "../attacks/attack-host.ts";
import { openSurroundings } from "../attacks/surroundings.ts";
import { startAttacker } from "./sandbox-attacker.ts";
import { callGood } from "./sandbox-good.ts";
import { pluginOfSize } from "./sandbox-plugins.ts";
import { startProbe } from "./sandbox-probe.ts";

/**
 * The CPU limit of a call in milliseconds. It is low, so that the end of a call falls into the watched time. Attacks
 * that run with the sandbox's default limits get more, because they need it to prepare what they send.
 */
const CPU_MS = { usual: 300, preparing: 1000 };
/** The least and the most milliseconds to watch; in between, the watch ends when each attack has had a round. */
const WATCH_MS = { singles: [120, 400], pairs: [60, 250], preparing: [120, 2500] } as const;
/** This many of the worst attacks … */
const SUSPECTS = 12;
/** … are measured this many times again, and the shortest stall counts, because stalls of the machine do not repeat. */
const REPEATS = 2;
/** The number of measurements without an attack, for comparison. */
const BASELINES = 20;

interface Row extends Record<string, number> {
  stallMs: number;
  busyMs: number;
  growthMb: number;
  calls: number;
  lost: number;
  rounds: number;
}

const [folder = "", mode = "singles"] = process.argv.slice(2);
const root = pathToFileURL(folder);
const corpus = readAttacks(root);
await using surroundings = await openSurroundings(root);

async function watch(attacks: readonly Attack[]): Promise<Row> {
  globalThis.gc?.();
  const isPreparing = mode !== "pairs" && attacks.some(({ hasDefaultLimits }) => hasDefaultLimits);
  const usual = mode === "pairs" ? "pairs" : "singles";
  const [least, most] = WATCH_MS[isPreparing ? "preparing" : usual];
  const sandbox = createSandbox({
    workers: 1,
    limits: { cpuMs: isPreparing ? CPU_MS.preparing : CPU_MS.usual },
    fetch: fakeFetch,
    quarantine: { strikes: Number.POSITIVE_INFINITY },
  });
  const good = await sandbox.load(pluginOfSize(5000, 1), { slug: "good" });
  // Made before the event loop is watched, because making a large medium is not the sandbox's work.
  const prepared = attacks.map((attack) => ({ attack, surroundings: surroundings.of(attack) }));
  let isOver = false;
  const endProbe = startProbe();
  const calling = callGood(good, () => isOver);
  const attackers = prepared.map(({ attack, ...options }) =>
    startAttacker(sandbox, attack, { slug: attack.name, ...options }),
  );
  const started = performance.now();
  for (let ran = 0; ran < most; ran = performance.now() - started) {
    if (ran > least && attackers.every(({ rounds }) => rounds > 0)) break;
    await sleep(10);
  }
  isOver = true;
  const { times, lost } = await calling;
  const { gapMs, delayMs, busyMs, growthMb } = endProbe();
  const ends = attackers.map((attacker) => attacker.abort());
  await sandbox.close({ graceMs: 0 });
  await Promise.all(ends);
  const rounds = attackers.reduce((sum, attacker) => sum + attacker.rounds, 0);
  return { stallMs: Math.max(gapMs, delayMs), busyMs, growthMb, calls: times.length, lost, rounds };
}

/** Measures attacks again, because the machine may have caused the stall. */
async function repeat(row: Row, attacks: readonly Attack[]): Promise<void> {
  const again = await watch(attacks);
  row.stallMs = Math.min(row.stallMs, again.stallMs);
  row.busyMs = Math.min(row.busyMs, again.busyMs);
  row.growthMb = Math.max(row.growthMb, again.growthMb);
  row.lost += again.lost;
  row.calls += again.calls;
}

/** Estimates how much an attack asks of the host: its calls and loads at once, more with the default limits. */
function weightOf({ parallel, loads, hasDefaultLimits }: Attack): number {
  return parallel * loads * (hasDefaultLimits ? 4 : 1);
}

/** Selects one attack of each family: the one with the highest weight. */
function representatives(): Attack[] {
  const kinds = [...new Set(corpus.map(({ kind }) => kind))];
  return kinds.flatMap((kind) => {
    const [first, ...rest] = corpus.filter((attack) => attack.kind === kind);
    if (first === undefined) return [];
    return rest.reduce(
      (best, attack) => (weightOf(attack) > weightOf(best) ? attack : best),
      first,
    );
  });
}

function pairs(attacks: readonly Attack[]): Attack[][] {
  return attacks.flatMap((attack, index) =>
    attacks.slice(index + 1).map((other) => [attack, other]),
  );
}

const measured: Record<string, Row> = {};
// Warms up, because the first sandbox compiles and allocates what later ones share.
await watch([]);
for (let turn = 0; turn < BASELINES; turn++) measured[`quiet ${turn}`] = await watch([]);
const all = mode === "pairs" ? pairs(representatives()) : corpus.map((attack) => [attack]);
const rows: { attacks: readonly Attack[]; row: Row }[] = [];
for (const attacks of all) {
  const row = await watch(attacks);
  rows.push({ attacks, row });
  const name = attacks.map((attack) => attack.name).join(" + ");
  measured[name] = row;
  // Progress, for manual runs of this program.
  console.error(
    `${rows.length} of ${all.length}: ${name}: ${row.stallMs.toFixed(1)} ms, ${row.busyMs.toFixed(1)} computing`,
  );
}
const suspects = rows.toSorted((one, other) => other.row.stallMs - one.row.stallMs);
for (const { attacks, row } of suspects.slice(0, SUSPECTS)) {
  for (let turn = 0; turn < REPEATS; turn++) await repeat(row, attacks);
}
console.log(JSON.stringify(measured));
