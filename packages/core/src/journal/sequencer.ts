/**
 * Releases numbered waiters strictly in the order 0, 1, 2 …, in whatever order they arrive.
 *
 * Host calls that a plugin makes at the same time may finish in any order. A replay delivers their outcomes in the
 * recorded order by making each outcome wait for its number. Each number has at most one waiter.
 */
export interface Sequencer {
  /** Resolves when all lower numbers have passed; undefined when they have. */
  wait(number: number): Promise<void> | undefined;
  /**
   * Marks a number as done. When all lower numbers have passed too, the next waiter is released. A number may pass
   * without a `wait`.
   */
  pass(number: number): void;
  /** Releases all present and future waiters, because the order no longer matters. */
  release(): void;
}

/** Creates a {@link Sequencer}; number 0 may pass first. */
export function createSequencer(): Sequencer {
  const waiting = new Map<number, () => void>();
  const passed = new Set<number>();
  let current = 0;
  return {
    wait(number) {
      if (number <= current) return undefined;
      return new Promise<void>((resolve) => waiting.set(number, resolve));
    },
    pass(number) {
      if (number === current) current++;
      else passed.add(number);
      while (passed.delete(current)) current++;
      waiting.get(current)?.();
      waiting.delete(current);
    },
    release() {
      current = Infinity;
      for (const go of waiting.values()) go();
      waiting.clear();
    },
  };
}
