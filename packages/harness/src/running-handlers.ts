/** The handlers of a plugin that run in this process. */
interface RunningHandlers {
  /** Runs a handler; rejects when `fail` is called before it ends. */
  readonly race: <Result>(run: () => Promise<Result>) => Promise<Result>;
  /** Ends all of them: nothing says whose timer has thrown. */
  readonly fail: (thrown: unknown) => void;
}

/** Creates {@link RunningHandlers} without one. */
export function createRunningHandlers(): RunningHandlers {
  const failures = new Set<PromiseWithResolvers<never>>();
  return {
    async race(run) {
      const failed = Promise.withResolvers<never>();
      failures.add(failed);
      try {
        return await Promise.race([run(), failed.promise]);
      } finally {
        failures.delete(failed);
      }
    },
    fail(thrown) {
      for (const { reject } of failures) reject(thrown);
    },
  };
}
