/**
 * Runs the tasks of each key one after another, and tasks of different keys concurrently. With a chat's id as the
 * key, the messages of a chat keep their order.
 */
export interface KeyedQueue {
  /**
   * Runs the task when all earlier tasks of this key have settled, whether they resolved or rejected.
   *
   * @param signal when it has aborted before the task begins, the task does not run
   * @returns the result of the task
   * @throws the error of the task, or the signal's reason
   */
  readonly run: <T>(key: string, task: () => Promise<T>, signal?: AbortSignal) => Promise<T>;
}

/**
 * Makes a {@link KeyedQueue}. A key without tasks takes no memory.
 *
 * @param onStart Runs directly before each task. Adapters stop the typing indicator of a chat there.
 * @example
 * const queue = createKeyedQueue();
 * void queue.run("ann", () => send("ann", "one"));
 * void queue.run("ann", () => send("ann", "two")); // after "one"
 * void queue.run("bob", () => send("bob", "hello")); // at the same time as "one"
 */
export function createKeyedQueue(onStart?: (key: string) => unknown): KeyedQueue {
  const tails = new Map<string, Promise<void>>();
  return {
    run(key, given, signal) {
      const task = (): ReturnType<typeof given> => {
        if (signal?.aborted === true) return Promise.reject(signal.reason);
        onStart?.(key);
        return given();
      };
      const before = tails.get(key);
      const result = before === undefined ? task() : before.then(task);
      const tail = result.then(forget, forget);
      tails.set(key, tail);
      return result;

      function forget(): void {
        if (tails.get(key) === tail) tails.delete(key);
      }
    },
  };
}
