/**
 * Runs tasks one after the other within each key, like the `KeyedQueue` of `@botwright/core`. This is a
 * second implementation, because the simulators use no code of the other packages.
 */
export class KeyedQueue {
  readonly #tails = new Map<string, Promise<void>>();

  /** Runs the task when all earlier tasks of this key have ended. It must not reject. */
  add(key: string, task: () => Promise<void>): void {
    const before = this.#tails.get(key);
    const tail = (before?.then(task) ?? task()).finally(() => {
      if (this.#tails.get(key) === tail) this.#tails.delete(key);
    });
    this.#tails.set(key, tail);
  }
}
