import { randomInt } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { createSandbox, type Sandbox } from "@botwright/sandbox";
import { expect, inject, test, vi } from "vitest";
import { type Attack, readAttacks } from "../attacks/expectation.ts";
import { fakeFetch } from "../attacks/attack-host.ts";
import { type CorpusSurroundings, openSurroundings } from "../attacks/surroundings.ts";
import { startAttacker } from "../bench/sandbox-attacker.ts";
import { type Seen, startProbe } from "../bench/sandbox-probe.ts";
import { percentile } from "../bench/statistics.ts";
import { type GoodPlugin, loadGoodPlugin } from "./attackers/good-plugins.ts";
import { Observer, quietMemory, type QuietMemory } from "./attackers/observer.ts";

const minutes = Number(process.env["SOAK_MINUTES"] ?? 10);
const seed = inject("fuzzSeed") || randomInt(2 ** 31);

const WORKERS = 3;
/** The pool has one more, to replace a worker at once. */
const SPARE_WORKERS = 1;
const GOOD = 200;
/** Milliseconds between the starts of good calls, while few enough are pending. */
const PACE_MS = 10;
const IN_FLIGHT = 64;
/** Concurrent attackers; each has its turn of this many milliseconds. */
const ATTACKERS = 3;
const TURN_MS = 700;
const PAUSE_MS = 20;
/** Good plugins are loaded anew, one after another. */
const RELOAD_MS = 1000;
/** MiB by which the process may hold more in the last third than in the middle one. */
const RSS_MIB = 160;
const HEAP_MIB = 40;

/** Numbers from 0 to 1 that a seed decides. */
function createRandom(start: number): () => number {
  let state = start >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Calls good plugins at a steady pace until the end. */
async function callSteadily(
  plugins: readonly GoodPlugin[],
  random: () => number,
  end: AbortSignal,
) {
  const [times, quickTimes, lost]: [number[], number[], string[]] = [[], [], []];
  const running = new Set<Promise<void>>();
  async function call(plugin: GoodPlugin): Promise<void> {
    try {
      const ms = await plugin.call();
      times.push(ms);
      if (plugin.isQuick) quickTimes.push(ms);
    } catch (error) {
      lost.push(`${plugin.slug}: ${String(error)}`);
    }
  }
  let skipped = 0;
  while (!end.aborted) {
    const plugin = plugins[Math.floor(random() * plugins.length)];
    if (plugin === undefined || plugin.isBusy || running.size >= IN_FLIGHT) skipped++;
    else {
      const calling = call(plugin);
      running.add(calling);
      void calling.then(() => running.delete(calling));
    }
    await sleep(PACE_MS);
  }
  await Promise.all(running);
  return { times, quickTimes, lost, skipped };
}

/** Runs one attack of the corpus after another until the end; returns how many. */
async function attackInTurns(
  sandbox: Sandbox,
  corpus: readonly Attack[],
  surroundings: CorpusSurroundings,
  random: () => number,
  end: AbortSignal,
): Promise<number> {
  let turns = 0;
  while (!end.aborted) {
    const attack = corpus[Math.floor(random() * corpus.length)];
    if (attack === undefined) break;
    const attacker = startAttacker(sandbox, attack, {
      slug: attack.name,
      pauseMs: PAUSE_MS,
      surroundings: surroundings.of(attack),
    });
    await sleep(TURN_MS, undefined, { signal: end }).catch(() => {});
    await attacker.abort();
    turns++;
  }
  return turns;
}

async function reloadInTurns(plugins: readonly GoodPlugin[], end: AbortSignal): Promise<string[]> {
  const failed: string[] = [];
  for (let turn = 0; !end.aborted; turn++) {
    await sleep(RELOAD_MS, undefined, { signal: end }).catch(() => {});
    await plugins[turn % plugins.length]
      ?.reload()
      .catch((error: unknown) => failed.push(String(error)));
  }
  return failed;
}

test(
  `${GOOD} good plugins work beside all attackers of the corpus, for ${minutes} minutes`,
  { timeout: (minutes + 4) * 60_000 },
  async () => {
    const corpus = readAttacks();
    await using surroundings = await openSurroundings();
    const random = createRandom(seed);
    const observer = new Observer();
    await using sandbox = createSandbox({
      workers: WORKERS,
      limits: { wallMs: 5000 },
      // Attackers come back soon after they were caught.
      quarantine: { strikes: 3, windowMs: 20_000, forMs: 3000 },
      fetch: fakeFetch,
      onEvent: observer.onEvent,
    });
    const plugins: GoodPlugin[] = [];
    for (let number = 0; number < GOOD; number++) {
      plugins.push(await loadGoodPlugin(sandbox, number));
    }
    const ending = new AbortController();
    const good = callSteadily(plugins, random, ending.signal);
    const reloads = reloadInTurns(plugins, ending.signal);
    const memory: QuietMemory[] = [];
    const seen: Seen[] = [];
    let turns = 0;
    for (let third = 0; third < 3; third++) {
      const endOfThird = AbortSignal.timeout((minutes * 60_000) / 3);
      const endProbe = startProbe();
      const attackers = Array.from({ length: ATTACKERS }, () =>
        attackInTurns(sandbox, corpus, surroundings, random, endOfThird),
      );
      turns += (await Promise.all(attackers)).reduce((a, b) => a + b, 0);
      seen.push(endProbe());
      // Slow workers hold the machines of attackers until they have had nothing to do for some seconds.
      await vi.waitUntil(() => observer.workers.size <= WORKERS + SPARE_WORKERS, {
        timeout: 60_000,
        interval: 100,
      });
      memory.push(await quietMemory());
    }
    ending.abort();
    const { times, quickTimes, lost, skipped } = await good;
    lost.push(...(await reloads));
    observer.stop();
    // All of them still work, each with its own state.
    for (const plugin of plugins) await plugin.call().catch((error) => lost.push(String(error)));

    const [, middle, last] = memory;
    const rss = [observer.rssOfThird(0), observer.rssOfThird(1), observer.rssOfThird(2)];
    console.log({
      seed,
      minutes,
      goodCalls: times.length,
      skipped,
      lost: lost.length,
      p50Ms: percentile(quickTimes, 50),
      p99Ms: percentile(quickTimes, 99),
      maxMs: Math.max(...quickTimes),
      longestStallMs: Math.max(...seen.map(({ gapMs }) => gapMs)),
      longestOwnWorkMs: Math.max(...seen.map(({ busyMs }) => busyMs)),
      attackTurns: turns,
      lostWorkers: observer.lostWorkers,
      workers: observer.workers.size,
      blamed: Object.fromEntries(observer.blamed),
      rssByThirdsMiB: rss,
      quietMiB: memory,
    });
    expect(lost.slice(0, 20)).toEqual([]);
    expect(observer.unhandled).toEqual([]);
    expect([...observer.blamed.keys()].filter((slug) => slug.startsWith("good-"))).toEqual([]);
    expect(observer.workers.size).toBeGreaterThan(WORKERS);
    expect(times.length).toBeGreaterThan(minutes * 100);
    expect(rss[2]).toBeLessThan((rss[1] ?? 0) + RSS_MIB);
    expect(last?.rss).toBeLessThan((middle?.rss ?? 0) + RSS_MIB);
    expect(last?.heap).toBeLessThan((middle?.heap ?? 0) + HEAP_MIB);
  },
);
