import { type Clock, systemClock } from "@botwright/core";
import type { ClockTool } from "@botwright/playground";

/** The machine's clock with an offset that a person can set. Its timers are real. */
export interface DevClock extends Clock, ClockTool {
  readonly now: () => number;
}

/** Creates a {@link DevClock} that shows the machine's time. */
export function createDevClock(): DevClock {
  let offset = 0;
  return {
    now: () => systemClock.now() + offset,
    after: (ms, callback) => systemClock.after(ms, callback),
    offset: () => offset,
    advance: (ms) => void (offset += ms),
    set: (now) => void (offset = now === undefined ? 0 : now - systemClock.now()),
  };
}

/** Sets the time of a run's seed to that of the clock; returns other values unchanged. */
export function atTimeOf(clock: Clock, seed: unknown): unknown {
  const isSeed = typeof seed === "object" && seed !== null && "now" in seed;
  return isSeed ? { ...seed, now: clock.now() } : seed;
}
