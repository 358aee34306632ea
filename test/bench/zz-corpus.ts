import { pathToFileURL } from "node:url";
import { performance } from "node:perf_hooks";
import { createSandbox } from "@botwright/sandbox";
import { readAttacks, type Attack } from "../attacks/expectation.ts";
import { fakeFetch } from "../attacks/attack-host.ts";
import { openSurroundings } from "../attacks/surroundings.ts";
import { startAttacker } from "./sandbox-attacker.ts";
import { callGood } from "./sandbox-good.ts";
import { benchContext, pluginOfSize } from "./sandbox-plugins.ts";
import { median, percentile } from "./statistics.ts";

const [folder = "", workers = "1", calls = "250", rounds = "1", only = ""] = process.argv.slice(2);
const names = only === "" ? undefined : new Set(only.split(","));
const corpus = readAttacks(pathToFileURL(folder)).filter(({ name }) => names?.has(name) ?? true);
await using surroundings = await openSurroundings();
async function watch(attack: Attack) {
  const sandbox = createSandbox({ workers: Number(workers), fetch: fakeFetch, quarantine: { strikes: Infinity } });
  const good = await sandbox.load(pluginOfSize(5000, 1), { slug: "good" });
  const context = benchContext();
  for (let i = 0; i < 100; i++) await good.handler(context);
  const round = () => { const until = performance.now() + 10_000; return callGood(good, ({ times }) => times.length >= Number(calls) || performance.now() > until); };
  const quiet: number[] = [], beside: number[] = [], ratios: number[] = [];
  let lost = 0;
  for (let t = 0; t < Number(rounds); t++) {
    const a = await round();
    const attacker = startAttacker(sandbox, attack, { slug: attack.name, surroundings: surroundings.of(attack) });
    const b = await round();
    await attacker.abort();
    lost += a.lost + b.lost;
    quiet.push(...a.times); beside.push(...b.times);
    ratios.push(percentile(b.times, 99) / percentile(a.times, 99));
  }
  await sandbox.close({ graceMs: 0 });
  return { name: attack.name, q99: percentile(quiet, 99), p50: percentile(beside, 50), p90: percentile(beside, 90), p99: percentile(beside, 99), max: Math.max(...beside), ratio: median(ratios), lost, n: beside.length };
}
for (const attack of corpus) {
  const r = await watch(attack);
  console.log([r.name, r.n, r.q99.toFixed(0), r.p50.toFixed(0), r.p90.toFixed(0), r.p99.toFixed(0), r.max.toFixed(0), r.ratio.toFixed(2), r.lost].join("\t"));
}
