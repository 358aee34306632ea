/**
 * Keeps the order of a storage's calls while a value is made ready to be written: what was called after that write is
 * done after it.
 */
export interface CallOrder {
  /** Begins at once, or as soon as the write has begun that is being made ready. */
  after<Value>(begin: () => Promise<Value>): Promise<Value>;
  /** Makes ready what `begin` writes, after the writes that are being made ready. */
  hold<Ready, Value>(
    prepare: () => Promise<Ready>,
    begin: (ready: Ready) => Promise<Value>,
  ): Promise<Value>;
}

/** Creates a {@link CallOrder}. */
export function createCallOrder(): CallOrder {
  /** Resolves when the last write has begun that was made ready. */
  let last: Promise<void> | undefined;

  return {
    after: (begin) => (last === undefined ? begin() : last.then(begin)),
    hold(prepare, begin) {
      const ready = last === undefined ? prepare() : last.then(prepare);
      const result = ready.then(begin);
      // Settles behind the callback before, which was added first, so that the write has begun by then.
      const begun = ready.then(forget, forget);
      last = begun;
      return result;

      function forget(): void {
        if (last === begun) last = undefined;
      }
    },
  };
}
