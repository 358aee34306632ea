import { performance } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import type { Plugin } from "@botwright/core";
import type { Attacker } from "./sandbox-attacker.ts";
import { callGood, type GoodCalls } from "./sandbox-good.ts";
import { benchContext } from "./sandbox-plugins.ts";
import { median, percentile } from "./statistics.ts";

const CALLS = 600;
/** Calls before the first round: until then a call takes less than the one before. */
const WARM_UP = 1000;
/** Milliseconds for what an attack has left, such as workers that end, before the next quiet round. */
const SETTLE_MS = 100;
/** Milliseconds after which a round of calls is cut short. */
const ROUND_MS = 10_000;

/** What good calls wait for beside an attack, in microseconds, against what they wait for without it. */
export interface Neighbours extends Record<string, number> {
  medianUs: number;
  p99Us: number;
  maxUs: number;
  /** p99 against that of the quiet rounds before and after, median of the rounds. */
  ratio: number;
  /** The same over all rounds. */
  overall: number;
  lost: number;
  /** Milliseconds from the end of an attack to the next result. */
  backMs: number;
}

/**
 * Warms a good plugin up, calls it in quiet rounds and in rounds beside an attack by turns, and compares each of these
 * with the quiet rounds before and after it, so that a slow minute of the machine falls upon both.
 *
 * @param attack begins the attack
 * @param end ends it
 */
export async function compareRounds(
  good: Plugin,
  rounds: number,
  attack: () => Attacker,
  end: (attacker: Attacker) => Promise<void>,
): Promise<Neighbours> {
  const context = benchContext();
  const quiet: number[] = [];
  const attacked: number[] = [];
  const ratios: number[] = [];
  let backMs = 0;
  for (let call = 0; call < WARM_UP; call++) await good.handler(context);
  let before = await callRound(good);
  let { lost } = before;
  quiet.push(...before.times);
  for (let turn = 0; turn < rounds; turn++) {
    const attacker = attack();
    const beside = await callRound(good);
    await end(attacker);
    const ended = performance.now();
    await good.handler(context).catch(() => lost++);
    backMs = Math.max(backMs, performance.now() - ended);
    await sleep(SETTLE_MS);
    const after = await callRound(good);
    lost += beside.lost + after.lost;
    quiet.push(...after.times);
    attacked.push(...beside.times);
    const without = percentile([...before.times, ...after.times], 99);
    ratios.push(percentile(beside.times, 99) / without);
    before = after;
  }
  return {
    medianUs: percentile(attacked, 50),
    p99Us: percentile(attacked, 99),
    maxUs: Math.max(...attacked),
    ratio: median(ratios),
    overall: percentile(attacked, 99) / percentile(quiet, 99),
    lost,
    backMs,
  };
}

function callRound(good: Plugin): Promise<GoodCalls> {
  const until = performance.now() + ROUND_MS;
  return callGood(good, ({ times }) => times.length >= CALLS || performance.now() > until);
}
