import type { Clock } from "@botwright/core";
import type { Lane } from "./pool.ts";

/** Milliseconds that a plugin stays in the slow lane after it has computed for long. */
const SLOW_FOR_MS = 10_000;

/** Slices of so many milliseconds are long enough for others to notice … */
const LONG_MS = 2;

/** … and so many milliseconds of them in about a second are too much. */
const MOST_MS = 60;

/** Which lane a plugin's calls take. */
export interface PluginLane {
  lane(): Lane;
  /** A slice of the plugin has run for so long. */
  addSlice(ms: number): void;
  /** A slice of it runs for so long that others move away. */
  becomeSlow(): void;
}

/** Keeps the book of one plugin; `onSlow` is told when it begins to be slow. */
export function createPluginLane(clock: Clock, onSlow: (untilMs: number) => void): PluginLane {
  let slowUntil = Number.NEGATIVE_INFINITY;
  /** Milliseconds of long slices, those of a second ago counting half. */
  let long = 0;
  let countedAt = clock.now();

  function becomeSlow(): void {
    const now = clock.now();
    const isNew = slowUntil <= now;
    slowUntil = now + SLOW_FOR_MS;
    if (isNew) onSlow(slowUntil);
  }

  return {
    lane: () => (clock.now() < slowUntil ? "slow" : "fast"),
    addSlice(ms) {
      if (ms < LONG_MS) return;
      const now = clock.now();
      long = long * 0.5 ** ((now - countedAt) / 1000) + ms;
      countedAt = now;
      if (long > MOST_MS) becomeSlow();
    },
    becomeSlow,
  };
}
