import { pause } from "@botwright/adapter-kit";
import type { Clock } from "@botwright/core";

/** A running way in. */
export interface Transport {
  /** Resolves when nothing is received any more. */
  stop(): Promise<void>;
}

/** How long a stop waits for what is under way, in milliseconds. */
const GRACE_MS = 1000;

/**
 * Waits for deliveries to end, but after a stop no longer than the grace time: a sink that hangs
 * must not keep the adapter. `false` when the wait was cut short.
 *
 * @throws the first rejection, after all have ended
 */
export async function settleAll(
  deliveries: readonly Promise<unknown>[],
  stopping: AbortSignal,
  clock: Clock,
): Promise<boolean> {
  const done = new AbortController();
  const cut = Promise.withResolvers<undefined>();
  const beginGrace = (): void => {
    void pause(GRACE_MS, done.signal, clock).then(() => cut.resolve(undefined));
  };
  stopping.addEventListener("abort", beginGrace, { signal: done.signal });
  if (stopping.aborted) beginGrace();
  const outcomes = await Promise.race([Promise.allSettled(deliveries), cut.promise]);
  done.abort();
  if (outcomes === undefined) return false;
  const refused = outcomes.find((outcome) => outcome.status === "rejected");
  if (refused !== undefined) throw refused.reason;
  return true;
}
