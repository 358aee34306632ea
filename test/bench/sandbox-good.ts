import { performance } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import type { Plugin } from "@botwright/core";
import { benchContext } from "./sandbox-plugins.ts";

/** Milliseconds between two calls of a good plugin. */
const PACE_MS = 2;

/** Calls of a good plugin, one after another. */
export interface GoodCalls {
  /** The microseconds of each call. */
  readonly times: number[];
  lost: number;
}

/** Calls a good plugin again and again until `isOver` returns `true`. */
export async function callGood(
  plugin: Plugin,
  isOver: (calls: GoodCalls) => boolean,
): Promise<GoodCalls> {
  const context = benchContext();
  const calls: GoodCalls = { times: [], lost: 0 };
  while (!isOver(calls)) {
    const started = performance.now();
    try {
      const { handled } = await plugin.handler(context);
      if (!handled) calls.lost++;
    } catch {
      calls.lost++;
    }
    calls.times.push((performance.now() - started) * 1000);
    await sleep(PACE_MS);
  }
  return calls;
}
