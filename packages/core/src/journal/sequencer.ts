/** Releases numbered waiters strictly in the order 0, 1, 2 …, in whatever order they arrive. */
export interface Sequencer {
  /** Resolves when all lower numbers have passed. */
  wait(number: number): Promise<void>;
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
