import { expect } from "vitest";
import { inspectPlugin } from "../src/index.ts";
import { BYTES, fill, pluginOf } from "./worst-files.ts";

/** How many times the work of ordinary code of the same size a file may need: none needs three times as much. */
const MAX_TIMES = 8;
/** Ordinary code, of which less than this is inspected too quickly to be measured. */
const ORDINARY = "{const f=(a,b)=>{if(a.b)return 'c'+b;};}";
const LEAST_ORDINARY = 60_000;

/**
 * Seconds of the processor that inspecting a file takes.
 *
 * @param enough A core that is shared is slower for a while: what takes longer is measured again.
 */
export function secondsToInspect(source: string, enough: number): number {
  expect(Buffer.byteLength(source)).toBeLessThanOrEqual(BYTES);
  const first = measure(source);
  return first < enough ? first : measure(source);
}

/**
 * By how many seconds of the processor inspecting a file takes too long, 0 or less where it does not. A
 * machine that is slower, or busier, is given more: by what ordinary code takes there at the same moment.
 */
export function secondsTooMany(source: string, seconds: number): number {
  const taken = secondsToInspect(source, seconds);
  if (taken < seconds) return 0;
  const ordinary = pluginOf(fill(ORDINARY, Math.max(source.length - 400, LEAST_ORDINARY)));
  // The second time, its code is compiled.
  const pace = Math.min(measure(ordinary), measure(ordinary));
  return Math.min(taken, measure(source)) - pace * MAX_TIMES;
}

function measure(source: string): number {
  const before = process.threadCpuUsage();
  const { findings } = inspectPlugin(source);
  const { user } = process.threadCpuUsage(before);
  expect(findings.length).toBeLessThan(1000);
  return user / 1e6;
}
