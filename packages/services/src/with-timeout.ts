import type { Clock } from "@botwright/core";

/** Work with a time limit. */
export interface TimeoutOptions {
  readonly clock: Clock;
  readonly timeoutMs: number;
  /** Aborts the work earlier. */
  readonly signal?: AbortSignal | undefined;
  /** Creates the error for an exceeded time limit. */
  readonly timedOut: () => Error;
}

/**
 * Runs work with a signal, and rejects when its time is up, even if the work ignores the signal and never
 * settles.
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
