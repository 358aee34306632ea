/**
 * `node sandbox-computing.ts <attack> <workers>`: measures the calls of a good plugin that computes for some 15 ms in
 * each call, so that it is a slow plugin, beside an attack that computes for long.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { createSandbox } from "@botwright/sandbox";
import { startAttacker } from "./sandbox-attacker.ts";
import { attackOf } from "./sandbox-attacks.ts";
import { benchContext } from "./sandbox-plugins.ts";
import { percentile } from "./statistics.ts";

const CALLS = 40;
const WARM_UP = 10;
/** Milliseconds between two calls. */
const PACE_MS = 200;

const COMPUTES = `export async function handler({ msg, bot, storage }) {
  let sum = 0;
  for (let round = 0; round < 150_000; round++) sum = (sum * 31 + round) % 1_000_003;
  await bot.reply(msg, sum + " " + await storage.get("key"));
  return { handled: true };
}`;

const [name = "", workers = "1"] = process.argv.slice(2);
const plan = attackOf(name);

await using sandbox = createSandbox({
  workers: Number(workers),
  quarantine: { strikes: Number.POSITIVE_INFINITY },
});
const good = await sandbox.load(COMPUTES, { slug: "good" });
const context = benchContext();

/** Calls the good plugin with pauses; returns the milliseconds of each call. */
async function callSlowly(calls: number): Promise<number[]> {
  const times: number[] = [];
  for (let call = 0; call < calls; call++) {
    const started = performance.now();
    await good.handler(context);
    times.push(performance.now() - started);
    await sleep(PACE_MS);
  }
  return times;
}

await callSlowly(WARM_UP);
const quiet = await callSlowly(CALLS);
const attacker = startAttacker(sandbox, plan);
const beside = await callSlowly(CALLS);
await attacker.abort();
console.log(
  JSON.stringify({
    quietMs: percentile(quiet, 50),
    quiet90Ms: percentile(quiet, 90),
    medianMs: percentile(beside, 50),
    p90Ms: percentile(beside, 90),
    longestMs: Math.max(...beside),
  }),
);
