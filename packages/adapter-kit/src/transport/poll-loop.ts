import { type Clock, systemClock } from "@botwright/core";
import { type Backoff, createBackoff, pause } from "../backoff.ts";

/** The result of one poll. */
export interface PollRound {
  /** Updates that could be read. */
  readonly updates: number;
  /** Whether the next poll asks for later updates; if not, the server may send the same ones again. */
  readonly hasMoved: boolean;
}

/** The result of a poll without updates, or with a batch that the sink has not accepted. */
export const IDLE_ROUND: PollRound = { updates: 0, hasMoved: false };

/** Options of {@link runPollLoop}. */
export interface PollLoopOptions {
  /** Makes one poll and processes its updates. */
  round: (signal: AbortSignal) => Promise<PollRound>;
  /**
   * Judges a failed round. Returns the milliseconds to wait (at least 1 s applies), 0 for an immediate repeat (it must
   * not do so twice in a row), or `undefined` for the growing default of 1 s to 30 s. If it throws, the loop ends.
   */
  onError: (error: unknown) => number | undefined | Promise<number | undefined>;
  /** How many quick idle rounds in a row are not followed by a pause. @default 0 */
  quickRounds?: number;
  /** Called after each round with whether the server has answered. */
  onConnected?: (isConnected: boolean) => void;
  /** Ends the loop at any point. */
  signal: AbortSignal;
  clock?: Clock;
}

/**
 * In milliseconds: an idle round that is shorter than this counts as quick, and the pause after such a round or after
 * a failed one is at least this long. Without a pause, a server that answers polls at once, repeats its updates, or
 * asks to come back in a millisecond would get thousands of requests per second.
 */
const QUICK_MS = 1000;

/**
 * Polls until the signal is aborted, without a busy loop. After a failed round it pauses for a growing time; after
 * more than `quickRounds` idle rounds in a row that each took less than a second, it pauses for one second.
 * A round is idle when it has brought no updates, or the next poll would ask for the same ones.
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
