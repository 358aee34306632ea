import { expect, test } from "vitest";
import { CpuTimer, pauseThread } from "../src/protocol/cpu-time.ts";
import { callMessage, PLAIN_SNAPSHOT, PREDICTION, startFixture } from "./worker-fixture.ts";
import { compileWasm } from "../src/main/threads/wasm.ts";
import { createCoreYield } from "../src/worker/core-yield.ts";
import { DEFAULT_LIMITS } from "@botwright/sandbox";
import { guestLimits, type LoadOutcome, type SliceOutcome } from "../src/protocol/call-messages.ts";
import { shareCores } from "../src/main/threads/core-sharing.ts";
import { WORKER_FILE } from "../src/main/threads/thread-files.ts";

/** A worker with some posted slices, which remembers what it was told last. */
class SharingThread {
  inFlight: number;
  readonly sliceMs: number;
  isWanted: boolean | undefined;
  constructor(inFlight: number, sliceMs = 0) {
    this.inFlight = inFlight;
    this.sliceMs = sliceMs;
  }
  yieldCore(isWanted: boolean): void {
    this.isWanted = isWanted;
  }
}

function threeThreads(working: number): Set<SharingThread> {
  return new Set(Array.from({ length: 3 }, (_, at) => new SharingThread(at < working ? 1 : 0)));
}

/** What a slow worker is told when so many workers of each kind have work. */
function toldWith(cores: number, fastWorking: number, slowWorking: number): boolean | undefined {
  const workers = { fast: threeThreads(fastWorking), slow: threeThreads(slowWorking) };
  shareCores({ ...workers, formatter: new SharingThread(0) }, cores)();
  const told = [...workers.slow].map(({ isWanted }) => isWanted);
  expect(new Set(told).size).toBe(1);
  return told[0];
}

test("a fast worker whose call computes for long keeps no slow one from its core", () => {
  const slow = new SharingThread(1);
  const told = [14, 16].map((ms) => {
    const fast = new Set([new SharingThread(1, ms)]);
    shareCores({ fast, slow: new Set([slow]), formatter: new SharingThread(0) }, 2)();
    return slow.isWanted;
  });
  expect(told).toEqual([true, false]);
});

test.each([
  { cores: 2, fast: 0, slow: 3, isWanted: false, why: "no other work" },
  { cores: 2, fast: 1, slow: 1, isWanted: true, why: "three threads with two cores" },
  { cores: 3, fast: 1, slow: 1, isWanted: false, why: "a core for each" },
  { cores: 4, fast: 2, slow: 1, isWanted: false, why: "a core for each" },
  { cores: 4, fast: 2, slow: 2, isWanted: true, why: "five threads with four cores" },
])(
  "$cores cores, $fast fast and $slow slow workers with work: the slow ones yield: $isWanted ($why)",
  ({ cores, fast, slow, isWanted }) => {
    expect(toldWith(cores, fast, slow)).toBe(isWanted);
  },
);

test("a slow worker may go on as soon as the last fast one has been answered", () => {
  const [one, slow] = [new SharingThread(1), new SharingThread(1)];
  const formatter = new SharingThread(0);
  const share = shareCores({ fast: new Set([one]), slow: new Set([slow]), formatter }, 2);
  share();
  expect(slow.isWanted).toBe(true);
  one.inFlight = 0;
  share();
  expect(slow.isWanted).toBe(false);
});

test.each([
  { cores: 2, fast: 1, slow: 0, isWanted: true, why: "three threads with two cores" },
  { cores: 2, fast: 0, slow: 1, isWanted: false, why: "no other work" },
  { cores: 3, fast: 1, slow: 0, isWanted: false, why: "a core for each" },
  { cores: 3, fast: 1, slow: 1, isWanted: true, why: "four threads with three cores" },
])(
  "$cores cores, $fast fast and $slow slow workers with work: the formatter yields: $isWanted ($why)",
  ({ cores, fast, slow, isWanted }) => {
    const formatter = new SharingThread(1);
    shareCores({ fast: threeThreads(fast), slow: threeThreads(slow), formatter }, cores)();
    expect(formatter.isWanted).toBe(isWanted);
  },
);

/** A thread in virtual time, whose core is wanted for a while. */
function createThread(wantedMs: number) {
  let now = 1000;
  const freeAt = now + wantedMs;
  const clock = { now: () => now, pause: (ms: number) => (now += ms) };
  const yieldCore = createCoreYield(() => now < freeAt, clock);
  return {
    /** Computes for some milliseconds, asking often; returns how long it slept meanwhile. */
    compute(ms: number): number {
      let slept = 0;
      for (let computed = 0; computed < ms; computed += 0.125) {
        const before = now;
        yieldCore();
        slept += now - before;
        now += 0.125;
      }
      return slept;
    },
  };
}

test("a slow worker sleeps while its core is wanted, and not longer", () => {
  const thread = createThread(3);
  expect(thread.compute(10)).toBe(3);
  expect(thread.compute(10)).toBe(0);
});

test("a slow worker gets a ninth of the time when its core is always wanted", () => {
  const thread = createThread(Number.POSITIVE_INFINITY);
  expect(thread.compute(90)).toBeCloseTo(90 * 8, -1);
});

test("sleeping for others is not counted as computing", () => {
  const timer = new CpuTimer();
  const started = performance.now();
  timer.start();
  pauseThread(6);
  const computed = timer.elapsed();
  // Holds on any machine: all of this time but the sleep may have been counted.
  expect(performance.now() - started - computed).toBeGreaterThan(5);
});

test("a worker whose core is always wanted sleeps most of the time, and its call ends", async () => {
  const { thread } = await startFixture(WORKER_FILE, (await compileWasm()).module);
  const loaded = Promise.withResolvers<LoadOutcome>();
  const done = Promise.withResolvers<SliceOutcome>();
  const task = { cpuMs: 10_000, onLost: () => {} };
  const limits = guestLimits(DEFAULT_LIMITS);
  const source = "export function handler() { for (let i = 0; i < 1e6; i++); }";
  const load = thread.open({ ...task, onLoaded: loaded.resolve });
  thread.postSlice({ type: "load", task: load, source, limits }, PREDICTION);
  const outcome = await loaded.promise;
  if (!outcome.ok) throw new Error(outcome.failure.message);

  thread.yieldCore(true);
  const call = callMessage(thread.open({ ...task, onSlice: done.resolve }), PLAIN_SNAPSHOT);
  const input = { ...call.input, limits };
  thread.postSlice({ ...call, diff: outcome.diff, input }, PREDICTION);
  const slice = await done.promise;
  expect(slice).toMatchObject({ state: "done" });
  expect(slice.ranMs).toBeGreaterThan(3 * slice.used.cpuMs);
  await thread.terminate({ code: "SANDBOX_CLOSED", message: "" });
});
