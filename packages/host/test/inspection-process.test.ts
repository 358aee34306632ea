/** @module-tag long */
import { setTimeout as sleep } from "node:timers/promises";
import { inspectPlugin } from "@botwright/inspect";
import { expect, test } from "vitest";
import { createInspectionProcess } from "../src/inspection/inspection-process.ts";

const code = (
  functions: number,
): string => `${"{const f=(a,b)=>{if(a.b)return 'c'+b;};}".repeat(functions)}
export const handler = () => ({ handled: true });`;

/** Microseconds of the main thread's computing: the least of three times, for it may collect others' garbage. */
async function cpu(work: () => unknown): Promise<number> {
  const times: number[] = [];
  for (let time = 0; time < 3; time++) {
    const before = process.threadCpuUsage();
    await work();
    const { user, system } = process.threadCpuUsage(before);
    times.push(user + system);
  }
  return Math.min(...times);
}

test("a file that takes long to inspect leaves the main thread to others", async () => {
  await using other = createInspectionProcess();
  const large = code(5000);
  // What is compiled, and the process that is started, are there for both.
  expect(await other.inspect(large)).toEqual(inspectPlugin(large));
  const inspected = await cpu(() => inspectPlugin(large));
  expect(await cpu(() => other.inspect(large))).toBeLessThan(inspected / 2);
});

test("a process that is lost ends its file, and the next one has another process", async () => {
  await using other = createInspectionProcess();
  const lost = other.inspect(code(5000));
  await other[Symbol.asyncDispose]();
  await expect(lost).rejects.toMatchObject({ code: "INSPECTION_LOST", cause: "SIGKILL" });
  expect(await other.inspect(code(1))).toEqual(inspectPlugin(code(1)));
});

test("a process that cannot start loses its file, whatever the file is", async () => {
  // No heap is that small: V8 ends the process before it reads a source.
  await using other = createInspectionProcess({ maxMemoryMb: 1 });
  await expect(other.inspect(code(1))).rejects.toMatchObject({ code: "INSPECTION_LOST" });
});

test("a file that needs too much memory has no result, and the next one has another process", async () => {
  await using other = createInspectionProcess({ maxMemoryMb: 40 });
  expect(await other.inspect(code(5500))).toBeUndefined();
  expect(await other.inspect(code(1))).toEqual(inspectPlugin(code(1)));
});

test("a file that computes for too long has no result, and the next one has another process", async () => {
  await using other = createInspectionProcess({ maxCpuMs: 1 });
  expect(await other.inspect(code(5500))).toBeUndefined();
  await using patient = createInspectionProcess();
  expect(await patient.inspect(code(5500))).toEqual(inspectPlugin(code(5500)));
});

test("a process that has nothing to do ends, and the next file has another process", async () => {
  await using other = createInspectionProcess({ idleMs: 0 });
  for (let file = 1; file <= 3; file++) {
    expect(await other.inspect(code(file))).toEqual(inspectPlugin(code(file)));
    await sleep(file);
  }
});
