/**
 * `node sandbox-many.ts <kind> <workers>`: measures good calls, one at a time, while many plugins of one attacker
 * compute: 8 plugins that loop (`loops`), 24 that compute for a moment after each pause (`moments`), or 6 files that
 * loop while they are loaded (`files`). It also measures the first call of a plugin that has not run yet, and loads
 * of good files.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { createSandbox } from "@botwright/sandbox";
import { type Attacker, startAttacker } from "./sandbox-attacker.ts";
import type { AttackPlan } from "./sandbox-attacks.ts";
import { callGood } from "./sandbox-good.ts";
import { benchContext, pluginOfSize } from "./sandbox-plugins.ts";
import { percentile } from "./statistics.ts";

const WARM_UP_MS = 1000;
const QUIET_MS = 3000;
const ATTACK_MS = 12_000;
/** The number of good files that are loaded during the attack, one each second. */
const FILES = 10;

const LOOPS = "const list = []; for (let i = 0; ; i++) list[i & 7] = i";
const MOMENTS = "let bits = 0; for (let i = 0; i < 8e6; i++) bits ^= i";

interface Many {
  readonly plugins: number;
  /** Makes the source of the plugin with a number. */
  readonly source: (number: number) => string;
  readonly loads: number;
  readonly pauseMs: number;
}

const KINDS: Readonly<Record<string, Many>> = {
  loops: { plugins: 8, source: handlerOf(LOOPS), loads: 1, pauseMs: 0 },
  moments: { plugins: 24, source: handlerOf(MOMENTS), loads: 1, pauseMs: 300 },
  // With more than one load, an attacker loads its file again in each round.
  files: { plugins: 6, source: (number) => `for (;;); // ${number}`, loads: 2, pauseMs: 10 },
};

function handlerOf(body: string): (number: number) => string {
  return (number) =>
    `export async function handler() { ${body}; return { handled: true } } // ${number}`;
}

const [kind = "", workers = "1"] = process.argv.slice(2);
const many = KINDS[kind];
if (many === undefined) throw new Error(`there is no kind ${kind}`);

await using sandbox = createSandbox({
  workers: Number(workers),
  quarantine: { strikes: Number.POSITIVE_INFINITY },
});
const good = await sandbox.load(pluginOfSize(5000, 1), { slug: "good" });
const newcomer = await sandbox.load(pluginOfSize(5000, 1, "newcomer"), { slug: "newcomer" });

async function callFor(ms: number): Promise<{ times: number[]; lost: number }> {
  const until = performance.now() + ms;
  const { times, lost } = await callGood(good, () => performance.now() >= until);
  return { times: times.map((us) => us / 1000), lost };
}

async function msOf(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

await callFor(WARM_UP_MS);
const quiet = await callFor(QUIET_MS);
const attackers: Attacker[] = Array.from({ length: many.plugins }, (_, number) => {
  const plan: AttackPlan = { source: many.source(number), parallel: 1, loads: many.loads };
  return startAttacker(sandbox, plan, { slug: `attacker-${number}`, pauseMs: many.pauseMs });
});
const calling = callFor(ATTACK_MS);
await sleep(500);
const context = benchContext();
const [newcomerMs, ...filesMs] = await Promise.all([
  msOf(() => newcomer.handler(context)),
  ...Array.from({ length: FILES }, async (_, number) => {
    await sleep(number * 1000);
    return msOf(() => sandbox.load(pluginOfSize(5000, 1, `file ${number}`)));
  }),
]);
const beside = await calling;
await Promise.all(attackers.map((attacker) => attacker.abort()));
console.log(
  JSON.stringify({
    quietMs: percentile(quiet.times, 50),
    quiet99Ms: percentile(quiet.times, 99),
    medianMs: percentile(beside.times, 50),
    p99Ms: percentile(beside.times, 99),
    longestMs: Math.max(...beside.times),
    lost: quiet.lost + beside.lost,
    newcomerMs,
    fileMs: percentile(filesMs, 50),
    fileLongestMs: Math.max(...filesMs),
  }),
);
