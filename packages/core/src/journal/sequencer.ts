/** Lets numbered parties go on one after another: 0, 1, 2 …, in whatever order they come. */
export interface Sequencer {
  /** Resolves when everybody before this number has passed. */
  wait(number: number): Promise<void>;
  pass(number: number): void;
}

/** Makes {@link Sequencer}; it is number 0's turn. */
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
