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
 * Waits until all deliveries have ended, but not longer than the grace time after a stop: a sink
 * that hangs must not keep the adapter. `false` when the wait was cut short; the messages are then
 * not acknowledged.
 *
 * @throws the first rejection, after all have ended
 */
export async function settleDeliveries(
  deliveries: readonly Promise<unknown>[],
  signal: AbortSignal,
  clock: Clock,
): Promise<boolean> {
  const done = new AbortController();
  const all = Promise.allSettled(deliveries);
  const cut = graceAfter(signal, done.signal, clock);
  const outcomes = await Promise.race([all, cut]);
  done.abort();
  if (outcomes === undefined) return false;
  for (const outcome of outcomes) if (outcome.status === "rejected") throw outcome.reason;
  return true;
}

/** Resolves the grace time after the signal, or soon after `done`. */
async function graceAfter(
  signal: AbortSignal,
  done: AbortSignal,
  clock: Clock,
): Promise<undefined> {
  if (!signal.aborted) {
    await new Promise<void>((resolve) => {
      signal.addEventListener("abort", () => resolve(), { signal: done });
      done.addEventListener("abort", () => resolve());
    });
  }
  await pause(GRACE_MS, done, clock);
  return undefined;
}
