/** Notifies any number of waiting readers of a change. */
export interface ChangeSignal {
  /** Wakes the readers once in the next turn of the event loop, even when it is called several times before. */
  readonly notify: () => void;
  /**
   * Resolves at the next notification. A reader that takes this promise before it reads misses no change: a
   * change during the read resolves the same promise.
   */
  readonly next: () => Promise<void>;
}

/** Creates a {@link ChangeSignal}. */
export function createChangeSignal(): ChangeSignal {
  let waiting = Promise.withResolvers<void>();
  let isScheduled = false;
  return {
    notify() {
      if (isScheduled) return;
      isScheduled = true;
      setImmediate(() => {
        isScheduled = false;
        waiting.resolve();
        waiting = Promise.withResolvers();
      });
    },
    next: () => waiting.promise,
  };
}
