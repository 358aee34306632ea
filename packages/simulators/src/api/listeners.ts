/** The functions to call after a change. */
export class Listeners {
  readonly #all = new Set<() => void>();

  /** Adds a function until the result is disposed. */
  add(listener: () => void): Disposable {
    // A wrapper of its own, so that a function that is added twice is also removed twice.
    const entry = (): void => listener();
    this.#all.add(entry);
    return { [Symbol.dispose]: () => void this.#all.delete(entry) };
  }

  notify(): void {
    for (const listener of this.#all) listener();
  }
}
