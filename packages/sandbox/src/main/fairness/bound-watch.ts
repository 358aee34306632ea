/**
 * A bound of the host for which a plugin's host calls wait. `"answers"`: the bytes for answers in transit
 * (`answerBytes`); `"fetches"`: the number of concurrent fetches.
 */
export type BoundName = "answers" | "fetches";

/** Milliseconds after which the watch reports a wait. */
const LONG_MS = 1000;

/** Milliseconds for which the watch does not report the same bound again. */
const QUIET_MS = 10_000;

/** Observes how long the host calls of a plugin wait for a bound of the host. */
export interface BoundWatch {
  /** Call `begin` when a host call begins to wait, and the returned function when the wait has ended. */
  begin(bound: BoundName): () => void;
}

/**
 * Creates the watch of one plugin. `onLong` is called when a host call has waited for {@link LONG_MS}, but at most
 * once per bound within `forMs` milliseconds.
 */
export function createBoundWatch(onLong: (bound: BoundName, forMs: number) => void): BoundWatch {
  const quietUntil = new Map<BoundName, number>();

  function report(bound: BoundName): void {
    const now = performance.now();
    if (now < (quietUntil.get(bound) ?? 0)) return;
    quietUntil.set(bound, now + QUIET_MS);
    onLong(bound, QUIET_MS);
  }

  return {
    begin(bound) {
      const timer = setTimeout(report, LONG_MS, bound).unref();
      return () => clearTimeout(timer);
    },
  };
}
