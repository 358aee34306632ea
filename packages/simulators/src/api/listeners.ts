/** A set of functions to call after a change. */
export class Listeners {
  readonly #all = new Set<() => void>();

  /** Adds a function until the result is disposed. */
  add(listener: () => void): Disposable {
    // A new wrapper for each call, so that a function that is added twice is also called and removed twice.
    const entry = (): void => listener();
    this.#all.add(entry);
    return { [Symbol.dispose]: () => void this.#all.delete(entry) };
  }

  notify(): void {
    for (const listener of this.#all) listener();
  }
}
