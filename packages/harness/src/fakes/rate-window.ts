/** Allows so many events in any span of so many milliseconds. */
export interface RateWindow {
  /** Counts an event at this time, unless there were too many before it. */
  take(now: number): boolean;
}

/** Makes a {@link RateWindow} without events. */
export function createRateWindow(most: number, spanMs: number): RateWindow {
  let times: number[] = [];
  return {
    take(now) {
      times = times.filter((time) => time > now - spanMs);
      if (times.length >= most) return false;
      times.push(now);
      return true;
    },
  };
}
