/** @module-tag long */
import { inspectPlugin } from "@botwright/inspect";
import { expect, test } from "vitest";
import { createInspectionThread } from "../src/publication/inspection-thread.ts";

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
  await using thread = createInspectionThread();
  const large = code(5000);
  // What is compiled, and the thread that is started, are there for both.
  expect(await thread.inspect(large)).toEqual(inspectPlugin(large));
  const inspected = await cpu(() => inspectPlugin(large));
  expect(await cpu(() => thread.inspect(large))).toBeLessThan(inspected / 2);
});

test("a thread that is lost ends its file, and the next one has another thread", async () => {
  await using thread = createInspectionThread();
  const lost = thread.inspect(code(20_000));
  const next = thread.inspect(code(1));
  await thread[Symbol.asyncDispose]();
  await expect(lost).rejects.toMatchObject({ code: "INSPECTION_LOST" });
  expect(await next).toEqual(inspectPlugin(code(1)));
});

test("a thread that needs too much memory is lost, and the next file has another thread", async () => {
  await using thread = createInspectionThread(40);
  await expect(thread.inspect(code(5500))).rejects.toMatchObject({
    code: "INSPECTION_LOST",
    cause: { code: "ERR_WORKER_OUT_OF_MEMORY" },
  });
  expect(await thread.inspect(code(1))).toEqual(inspectPlugin(code(1)));
});
