import { type Clock, PlatformError, systemClock } from "@botwright/core";

/** Options of {@link createTypingKeeper}. */
export interface TypingKeeperOptions {
  /**
   * Shows the indicator once. Its failures are ignored, and a refusal of the platform ends the repeats; the signal
   * aborts it when the indicator is no longer wanted.
   */
  show: (to: string, signal: AbortSignal) => Promise<unknown>;
  /** How soon the platform forgets it: the pause between repeats, in milliseconds. */
  everyMs: number;
  /** After how many milliseconds the repeats end: a longer indicator would look broken. @default 60_000 */
  forMs?: number;
  clock?: Clock;
}

/** Chats with an indicator at once. A plugin may name any number of people, whom nobody answers then. */
const MAX_ACTIVE = 200;

/** Typing indicators that last. */
export interface TypingKeeper {
  /** Shows it and repeats it; resolves after the first time. */
  start(to: string): Promise<void>;
  /** Ends the repeats. Tells whether there were any. */
  stop(to: string): boolean;
  stopAll(): void;
}

/**
 * Repeats a platform's short-lived typing indicator until it is stopped or `forMs` have passed. Of more than 200
 * indicators the oldest ends.
 *
 * @example
 * const typing = createTypingKeeper({ everyMs: 4000, show: (to) => api.sendChatAction(to) });
 * await typing.start("1001");
 * typing.stop("1001");
 */
export function createTypingKeeper(options: TypingKeeperOptions): TypingKeeper {
  const { show, everyMs, forMs = 60_000, clock = systemClock } = options;
  const active = new Map<string, { controller: AbortController; cancelTimer: () => void }>();

  function stop(to: string): boolean {
    const entry = active.get(to);
    if (entry === undefined) return false;
    active.delete(to);
    entry.cancelTimer();
    entry.controller.abort();
    return true;
  }

  return {
    async start(to) {
      stop(to);
      const [oldest] = active.keys();
      if (active.size >= MAX_ACTIVE && oldest !== undefined) stop(oldest);
      const until = clock.now() + forMs;
      const entry = { controller: new AbortController(), cancelTimer: (): void => {} };
      active.set(to, entry);
      await step();

      async function step(): Promise<void> {
        // The next turn is set first, so that a slow platform does not stretch the rhythm.
        entry.cancelTimer = clock.after(everyMs, () => {
          if (clock.now() >= until) stop(to);
          else void step();
        });
        await show(to, entry.controller.signal).catch((error: unknown) => {
          if (error instanceof PlatformError && active.get(to) === entry) stop(to);
        });
      }
    },
    stop,
    stopAll() {
      for (const to of active.keys()) stop(to);
    },
  };
}
