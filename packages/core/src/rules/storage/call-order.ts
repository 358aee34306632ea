/**
 * Keeps the order of a storage's calls while the value of a long write is encoded in steps: calls made after that
 * write are done after it.
 */
export interface CallOrder {
  /** Begins a call at once, or after every write that is still being prepared has begun. */
  after<Value>(begin: () => Promise<Value>): Promise<Value>;
  /** Prepares and begins a write, after the writes that are still being prepared. */
  hold<Ready, Value>(
    prepare: () => Promise<Ready>,
    begin: (ready: Ready) => Promise<Value>,
  ): Promise<Value>;
}

/** Creates a {@link CallOrder}. */
export function createCallOrder(): CallOrder {
  /** Resolves when the last prepared write has begun; undefined when none is being prepared. */
  let last: Promise<void> | undefined;

  return {
    after: (begin) => (last === undefined ? begin() : last.then(begin)),
    hold(prepare, begin) {
      const ready = last === undefined ? prepare() : last.then(prepare);
      const result = ready.then(begin);
      // `then(begin)` was added first, so its callback runs before this one: the write has begun when `begun`
      // settles.
      const begun = ready.then(forget, forget);
      last = begun;
      return result;

      function forget(): void {
        if (last === begun) last = undefined;
      }
    },
  };
}
