import { performance } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import type { Plugin } from "@botwright/core";
import type { Attacker } from "./sandbox-attacker.ts";
import { callGood, type GoodCalls } from "./sandbox-good.ts";
import { benchContext } from "./sandbox-plugins.ts";
import { median, percentile } from "./statistics.ts";

const CALLS = 600;
/** Calls before the first round, in which calls still become faster. */
const WARM_UP = 1000;
/** Milliseconds before the next quiet round, in which an attack's leftovers, such as ending workers, disappear. */
const SETTLE_MS = 100;
/** Milliseconds after which a round of calls is cut short. */
const ROUND_MS = 10_000;

/** The times of good calls beside an attack in microseconds, compared with their times without it. */
export interface Neighbours extends Record<string, number> {
  medianUs: number;
  p99Us: number;
  maxUs: number;
  /** p99 of a round divided by p99 of the quiet rounds before and after it: the median of all rounds. */
  ratio: number;
  /** p99 of all rounds beside the attack divided by p99 of all quiet rounds. */
  overall: number;
  lost: number;
  /** The most milliseconds from the end of an attack to the result of the next call. */
  backMs: number;
}

/**
 * Warms a good plugin up, and then calls it alternately in quiet rounds and in rounds beside an attack. It compares
 * each round beside the attack with the quiet rounds before and after it, so that a slow minute of the machine
 * affects both.
 *
 * @param attack starts the attack
 * @param end ends the attack
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
