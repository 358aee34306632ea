import { type Clock, createKeyedQueue, PlatformError, systemClock } from "@botwright/core";

/** Options of {@link createTypingKeeper}. */
export interface TypingKeeperOptions {
  /**
   * Shows the indicator once. Must have its own time limit, because the next call for this chat waits for it. A network
   * failure is ignored, a `PlatformError` ends the repeats; the signal aborts the call when the indicator is no longer
   * wanted.
   */
  show: (to: string, signal: AbortSignal) => Promise<unknown>;
  /** Ends the indicator on the platform. Failures are ignored. @default the platform ends it by itself */
  hide?: (to: string) => Promise<unknown>;
  /** The pause between repeats, in milliseconds: at most how long the platform shows the indicator. */
  everyMs: number;
  /** Milliseconds after which the repeats end, because a longer indicator would look broken. @default 60_000 */
  forMs?: number;
  clock?: Clock;
}

/** How many chats may have an indicator at once: a plugin may name any number of people without answering them. */
const MAX_ACTIVE = 200;

/** Shows typing indicators that last. */
export interface TypingKeeper {
  /** Shows the indicator and repeats it; resolves after the first call. */
  start(to: string): Promise<void>;
  /** Ends the repeats. Returns whether there were any. */
  stop(to: string): boolean;
  /**
   * Ends the repeats, then the indicator on the platform. It waits for a `show` that is under way: on another
   * connection the cancellation could overtake that call, and the indicator would stay.
   */
  cancel(to: string): Promise<void>;
  stopAll(): void;
}

/**
 * Repeats a platform's short-lived typing indicator until it is stopped or `forMs` have passed. When there would be
 * more than 200 indicators, the oldest ends.
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
      // Counts repeats instead of reading the time, because the clock may be set back.
      let repeats = Math.ceil(forMs / everyMs);
      const entry = { controller: new AbortController(), cancelTimer: (): void => {} };
      active.set(to, entry);
      await step();

      async function step(): Promise<void> {
        // Sets the next timer before the call, so that a slow platform does not lengthen the interval.
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
