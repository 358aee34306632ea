import { expect, test, vi } from "vitest";
import { monotonicMs } from "../src/protocol/monotonic.ts";
import { WATCH } from "../src/protocol/protocol.ts";
import { createWatchdog } from "../src/main/threads/watchdog.ts";

/**
 * The tasks that are taken for hung, when a slice has been running for two seconds and its thread says, look
 * by look, how many milliseconds it has computed.
 */
async function watch(cpuMs: (look: number) => number): Promise<number[]> {
  const memory = new SharedArrayBuffer(WATCH.bytes);
  const running = new Int32Array(memory);
  const start = new Float64Array(memory);
  start[WATCH.startIndex] = monotonicMs() - 2000;
  start[WATCH.cpuIndex] = 1;
  Atomics.store(running, WATCH.taskIndex, 7);
  const hung: number[] = [];
  let looks = 0;
  const cpuUsage = async (): Promise<NodeJS.CpuUsage> => {
    looks++;
    return { user: cpuMs(looks) * 1000, system: 0 };
  };
  const watchdog = createWatchdog({ cpuUsage }, memory, {
    budgetOf: () => 500,
    systemThread: () => undefined,
    isBusy: () => true,
    onSlow: () => true,
    onHung: (task) => hung.push(task),
  });
  watchdog.wake();
  await vi.waitUntil(() => looks > 5 || hung.length > 0, { interval: 1 });
  watchdog.stop();
  return hung;
}

test("a worker that computes beyond its budget hangs", async () => {
  const hung = await watch((look) => 1000 + 5 * look);
  expect(hung).toEqual([7]);
});

test("time that was counted while the machine was held up is no hang", async () => {
  expect(await watch(() => 1000)).toEqual([]);
});

test("a worker with some of its budget left does not hang", async () => {
  expect(await watch((look) => 400 + look)).toEqual([]);
});
