import { afterEach, beforeEach, expect, test } from "vitest";
import type { CpuTimer } from "../src/protocol/cpu-time.ts";
import { restoreThreadTimes, setThreadTimes } from "./thread-clock.ts";

/** Milliseconds of the wall clock, and of them, those in which the thread computed and waited for a core. */
let [now, computed, waited] = [0, 0, 0];
/** Happens when the thread asks the system how long it has waited. */
let onAsked = (): void => {};
let timer: CpuTimer;

beforeEach(async () => {
  [now, computed, waited] = [1000, 0, 0];
  onAsked = () => {};
  setThreadTimes({
    now: () => now,
    computed: () => computed,
    waited() {
      onAsked();
      return waited;
    },
  });
  timer = new (await import("../src/protocol/cpu-time.ts")).CpuTimer();
  timer.start();
});
afterEach(restoreThreadTimes);

function compute(ms: number): void {
  now += ms;
  computed += ms;
}

function wait(ms: number): void {
  now += ms;
  waited += ms;
}

test("time in which a thread waits for a core is not charged", () => {
  compute(20);
  wait(300);
  compute(30);
  expect(timer.estimated()).toBe(50);
  expect(timer.elapsed()).toBe(50);
});

test("a thread that loses its core while it reads its clocks is charged what it has computed", () => {
  compute(50);
  wait(50);
  onAsked = () => wait(70);
  expect(timer.estimated()).toBe(50);
  // With the margin of one step of the system's clock.
  expect(timer.elapsed()).toBe(50);
});

test("the wall time is the bound where the system adds a whole step to a thread that ran for less", () => {
  compute(10);
  wait(20);
  computed += 4;
  expect(timer.estimated()).toBe(10);
});

test("what was read before the clock was set back is read again", () => {
  now += 61_000;
  timer.start();
  now -= 61_000;
  compute(50);
  wait(300);
  timer.start();
  compute(20);
  expect(timer.estimated()).toBe(20);
  expect(timer.elapsed()).toBe(20);
});
