import { type Clock, createKeyedQueue, PlatformError, systemClock } from "@botwright/core";

/** Options of {@link createTypingKeeper}. */
export interface TypingKeeperOptions {
  /**
   * Shows the indicator once, and has a time limit of its own: the next call for this chat waits for it. Its failures
   * are ignored, and a refusal of the platform ends the repeats; the signal aborts it when the indicator is no longer
   * wanted.
   */
  show: (to: string, signal: AbortSignal) => Promise<unknown>;
  /** Ends the indicator on the platform. Its failures are ignored. @default the platform forgets it by itself */
  hide?: (to: string) => Promise<unknown>;
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
  /**
   * Ends the repeats, then the indicator on the platform, after a call to show it that is under way: on another
   * connection it could overtake that one, and the indicator would stay.
   */
  cancel(to: string): Promise<void>;
  stopAll(): void;
}

/**
 * Repeats a platform's short-lived typing indicator until it is stopped or `forMs` have passed. Of more than 200
 * indicators the oldest ends.
 *
 * @example
 * const show = (to: string) => api.sendChatAction(to, "typing");
 * const hide = (to: string) => api.sendChatAction(to, "cancel");
 * const typing = createTypingKeeper({ everyMs: 4000, show, hide });
 * await typing.start("1001");
 * await typing.cancel("1001");
 */
export function createTypingKeeper(options: TypingKeeperOptions): TypingKeeper {
  const { show, hide = async () => {}, everyMs, forMs = 60_000, clock = systemClock } = options;
  const { run } = createKeyedQueue();
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
      // Counted, because the clock may be set back.
      let repeats = Math.ceil(forMs / everyMs);
      const entry = { controller: new AbortController(), cancelTimer: (): void => {} };
      active.set(to, entry);
      await step();

      async function step(): Promise<void> {
        // The next turn is set first, so that a slow platform does not stretch the rhythm.
        entry.cancelTimer = clock.after(everyMs, () => {
          if (--repeats <= 0) stop(to);
          else void step();
        });
        const { signal } = entry.controller;
        const shown = run(to, async () => (signal.aborted ? undefined : show(to, signal)));
        await shown.catch((error: unknown) => {
          if (error instanceof PlatformError && active.get(to) === entry) stop(to);
        });
      }
    },
    stop,
    async cancel(to) {
      stop(to);
      await run(to, () => hide(to)).catch(() => {});
    },
    stopAll() {
      for (const to of active.keys()) stop(to);
    },
  };
}
