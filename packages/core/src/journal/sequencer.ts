/**
 * Releases numbered waiters strictly in the order 0, 1, 2 …, in whatever order they arrive.
 *
 * Host calls that a plugin makes at the same time may finish in any order. A replay delivers their outcomes
 * in the recorded order by making each wait for its number. A number has one waiter at most.
 */
export interface Sequencer {
  /** Resolves when all lower numbers have passed. */
  wait(number: number): Promise<void>;
  /**
   * Marks a number as done. When all lower numbers have passed too, the next waiter is released. A number
   * may pass without having waited.
   */
  pass(number: number): void;
}

/** Creates a {@link Sequencer}; number 0 may pass first. */
export function createSequencer(): Sequencer {
  const waiting = new Map<number, () => void>();
  const passed = new Set<number>();
  let current = 0;
  return {
    async wait(number) {
      if (number <= current) return;
      await new Promise<void>((resolve) => waiting.set(number, resolve));
    },
    pass(number) {
      passed.add(number);
      while (passed.delete(current)) current++;
      waiting.get(current)?.();
      waiting.delete(current);
    },
  };
}
