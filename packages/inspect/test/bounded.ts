import { expect } from "vitest";
import { inspectPlugin } from "../src/index.ts";
import { BYTES } from "./worst-files.ts";

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

function measure(source: string): number {
  const before = process.cpuUsage();
  const { findings } = inspectPlugin(source);
  const { user } = process.cpuUsage(before);
  expect(findings.length).toBeLessThan(1000);
  return user / 1e6;
}
