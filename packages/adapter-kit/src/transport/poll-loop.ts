import { type Clock, systemClock } from "@botwright/core";
import { createBackoff, pause } from "../backoff.ts";

/** Options of {@link runPollLoop}. */
export interface PollLoopOptions {
  /** One request and all that belongs to it; resolves to the number of updates that came. */
  round: (signal: AbortSignal) => Promise<number>;
  /**
   * Judges a failed round: milliseconds to wait, or `undefined` for the growing default of 1 s to
   * 30 s. What it throws ends the loop.
   */
  onError: (error: unknown) => number | undefined | Promise<number | undefined>;
  /** Number of quick empty rounds in a row that are followed by no pause. @default 0 */
  quickRounds?: number;
  /** Is called after each round: whether the server has answered it. */
  onConnected?: (isConnected: boolean) => void;
  /** Ends the loop, whatever it is doing. */
  signal: AbortSignal;
  clock?: Clock;
}

/**
 * An empty round that is shorter than this counts as quick, in milliseconds, and the pause after
 * it. Without a pause, a server that does not hold its polls would get thousands of requests per
 * second.
 */
const QUICK_MS = 1000;

/**
 * Polls until the signal is aborted, and never in a busy loop: a failed round is followed by a
 * growing pause, an empty one that took less than a second by a pause of one second; `quickRounds`
 * such rounds in a row are allowed.
 *
 * @throws what `onError` throws
 */
export async function runPollLoop(options: PollLoopOptions): Promise<void> {
  const { round, onError, onConnected, signal, clock = systemClock, quickRounds = 0 } = options;
  const backoff = createBackoff();
  let quick = 0;
  while (!signal.aborted) {
    const startedAt = clock.now();
    let wait = 0;
    try {
      const received = await round(signal);
      backoff.reset();
      onConnected?.(true);
      quick = received === 0 && clock.now() - startedAt < QUICK_MS ? quick + 1 : 0;
      if (quick > quickRounds) wait = QUICK_MS;
    } catch (error) {
      if (signal.aborted) return;
      onConnected?.(false);
      wait = (await onError(error)) ?? backoff.next();
    }
    if (wait > 0) await pause(wait, signal, clock);
  }
}
