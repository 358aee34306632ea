/**
 * `node sandbox-neighbours.ts <attack> <workers>`: what good calls wait for beside an attack, against
 * what they wait for without it. Quiet and attacked times take turns in one process, so that a slow
 * minute of the machine falls upon both.
 */
import { performance } from "node:perf_hooks";
import { createSandbox, type SandboxEvent } from "@botwright/sandbox";
import { startAttacker } from "./sandbox-attacker.ts";
import { ATTACKS } from "./sandbox-attacks.ts";
import { callGood, type GoodCalls } from "./sandbox-good.ts";
import { benchContext, pluginOfSize } from "./sandbox-plugins.ts";
import { median, percentile } from "./statistics.ts";

const ROUNDS = 3;
const CALLS = 600;
const WARM_UP = 1000;
/** Milliseconds after which a round of calls is cut short. */
const ROUND_MS = 10_000;

const [name = "", workers = "1"] = process.argv.slice(2);
const plan = ATTACKS[name];
if (plan === undefined) throw new Error(`the attacks are ${Object.keys(ATTACKS).join(", ")}`);

let lostWorkers = 0;
await using sandbox = createSandbox({
  workers: Number(workers),
  quarantine: { strikes: Number.POSITIVE_INFINITY },
  onEvent(event: SandboxEvent) {
    if (event.type === "worker-ended" && event.reason !== "closed") lostWorkers++;
  },
});
const good = await sandbox.load(pluginOfSize(5000, 1), { slug: "good" });
const context = benchContext();
for (let call = 0; call < WARM_UP; call++) await good.handler(context);

function round(): Promise<GoodCalls> {
  const until = performance.now() + ROUND_MS;
  return callGood(good, ({ times }) => times.length >= CALLS || performance.now() > until);
}

const quiet: number[] = [];
const attacked: number[] = [];
const ratios: number[] = [];
let lost = 0;
let backMs = 0;
let rounds = 0;
for (let turn = 0; turn < ROUNDS; turn++) {
  const without = await round();
  const attacker = startAttacker(sandbox, plan);
  const beside = await round();
  await attacker.stop();
  const ended = performance.now();
  await good.handler(context).catch(() => lost++);
  backMs = Math.max(backMs, performance.now() - ended);
  rounds += attacker.rounds;
  lost += without.lost + beside.lost;
  quiet.push(...without.times);
  attacked.push(...beside.times);
  ratios.push(percentile(beside.times, 99) / percentile(without.times, 99));
}
console.log(
  JSON.stringify({
    quietP99Us: percentile(quiet, 99),
    medianUs: percentile(attacked, 50),
    p99Us: percentile(attacked, 99),
    maxUs: Math.max(...attacked),
    ratio: median(ratios),
    overall: percentile(attacked, 99) / percentile(quiet, 99),
    calls: attacked.length,
    lost,
    lostWorkers,
    backMs,
    rounds,
  }),
);
