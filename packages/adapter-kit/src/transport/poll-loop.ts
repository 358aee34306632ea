import { type Clock, systemClock } from "@botwright/core";
import { type Backoff, createBackoff, pause } from "../backoff.ts";

/** What a round has brought. */
export interface PollRound {
  /** Updates that could be read. */
  readonly updates: number;
  /** Whether the next poll asks for what comes after them; if not, the server may send the same ones again. */
  readonly hasMoved: boolean;
}

/** A round that has brought nothing, or a batch that the sink has not accepted. */
export const IDLE_ROUND: PollRound = { updates: 0, hasMoved: false };

/** Options of {@link runPollLoop}. */
export interface PollLoopOptions {
  /** One request and all that belongs to it. */
  round: (signal: AbortSignal) => Promise<PollRound>;
  /**
   * Judges a failed round: milliseconds to wait, at least 1 s; 0 for a repeat at once, which the caller must not ask
   * for twice in a row; or `undefined` for the growing default of 1 s to 30 s. What it throws ends the loop.
   */
  onError: (error: unknown) => number | undefined | Promise<number | undefined>;
  /** Number of quick idle rounds in a row that are followed by no pause. @default 0 */
  quickRounds?: number;
  /** Is called after each round: whether the server has answered it. */
  onConnected?: (isConnected: boolean) => void;
  /** Ends the loop, whatever it is doing. */
  signal: AbortSignal;
  clock?: Clock;
}

/**
 * An idle round that is shorter than this counts as quick, in milliseconds, and the shortest pause after it or after
 * a failed one. Without a pause, a server that does not hold its polls, repeats its updates, or asks to come back in a
 * millisecond would get thousands of requests per second.
 */
const QUICK_MS = 1000;

/**
 * Polls until the signal is aborted, and never in a busy loop: a failed round is followed by a
 * growing pause, and an idle one that took less than a second by a pause of one second; `quickRounds`
 * such rounds in a row are allowed. A round is idle when it has brought no updates, or has not moved on from them.
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
      const { updates, hasMoved } = await round(signal);
      backoff.reset();
      onConnected?.(true);
      const isIdle = updates === 0 || !hasMoved;
      quick = isIdle && clock.now() - startedAt < QUICK_MS ? quick + 1 : 0;
      if (quick > quickRounds) wait = QUICK_MS;
    } catch (error) {
      if (signal.aborted) return;
      onConnected?.(false);
      wait = pauseAfter(await onError(error), backoff);
    }
    if (wait > 0) await pause(wait, signal, clock);
  }
}

function pauseAfter(asked: number | undefined, backoff: Backoff): number {
  if (asked === undefined) return backoff.next();
  return asked === 0 ? 0 : Math.max(asked, QUICK_MS);
}
