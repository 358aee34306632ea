/**
 * Releases numbered waiters strictly in the order 0, 1, 2 …, in whatever order they arrive.
 *
 * Host calls that a plugin makes at the same time may finish in any order. A replay delivers their outcomes in the
 * recorded order by making each outcome wait for its number. A number may have several waiters.
 */
export interface Sequencer {
  /** Resolves when all lower numbers have passed, for all who wait; undefined when they have. */
  wait(number: number): Promise<void> | undefined;
  /**
   * Marks a number as done. When all lower numbers have passed too, the waiters of the next number are released. A
   * number may pass without a `wait`.
   */
  pass(number: number): void;
  /** Releases all present and future waiters, because the order no longer matters. */
  release(): void;
}

/** Creates a {@link Sequencer}; number 0 may pass first. */
export function createSequencer(): Sequencer {
  const waiting = new Map<number, PromiseWithResolvers<void>>();
  const passed = new Set<number>();
  let current = 0;
  return {
    wait(number) {
      if (number <= current) return undefined;
      const turn = waiting.get(number) ?? Promise.withResolvers<void>();
      waiting.set(number, turn);
      return turn.promise;
    },
    pass(number) {
      if (number === current) current++;
      else passed.add(number);
      while (passed.delete(current)) current++;
      waiting.get(current)?.resolve();
      waiting.delete(current);
    },
    release() {
      current = Infinity;
      for (const turn of waiting.values()) turn.resolve();
      waiting.clear();
    },
  };
}
