/**
 * What host calls of a plugin wait for. `"answers"`: bytes for answers in transit (`answerBytes`);
 * `"fetches"`: one of the places for fetches.
 */
export type BoundName = "answers" | "fetches";

/** Milliseconds after which a wait is long. */
const LONG_MS = 1000;

/** Milliseconds for which further long waits for the same bound are not reported. */
const QUIET_MS = 10_000;

/** Observes how long the host calls of a plugin wait for a bound of the host. */
export interface BoundWatch {
  /** A host call waits; the returned function ends that. */
  begin(bound: BoundName): () => void;
}

/**
 * Creates the watch of one plugin. `onLong` is called when a host call has waited for {@link LONG_MS}, once
 * per bound within `forMs`.
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
