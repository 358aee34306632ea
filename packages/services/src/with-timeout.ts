import type { Clock } from "@botwright/core";

/** Work with an end. */
export interface TimeoutOptions {
  readonly clock: Clock;
  readonly timeoutMs: number;
  /** Ends it earlier. */
  readonly signal?: AbortSignal | undefined;
  /** What it rejects with when the time is up. */
  readonly timedOut: () => Error;
}

/**
 * Runs work that gets a signal, and rejects when its time is up, also when the work ignores the
 * signal and never settles.
 */
export async function withTimeout<Result>(
  { clock, timeoutMs, signal, timedOut }: TimeoutOptions,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const controller = new AbortController();
  const ended = Promise.withResolvers<never>();
  const end = (error: unknown): void => {
    ended.reject(error);
    controller.abort(error);
  };
  const onAbort = (): void => end(signal?.reason);
  const cancel = clock.after(timeoutMs, () => end(timedOut()));
  signal?.addEventListener("abort", onAbort);
  if (signal?.aborted === true) onAbort();
  try {
    return await Promise.race([ended.promise, work(controller.signal)]);
  } finally {
    cancel();
    signal?.removeEventListener("abort", onAbort);
  }
}
