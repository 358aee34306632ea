/** Runs the action when the signal is aborted, at once if it is; disposing takes it back. */
export function onAbort(signal: AbortSignal, action: () => void): Disposable {
  if (signal.aborted) action();
  else signal.addEventListener("abort", action, { once: true });
  return { [Symbol.dispose]: () => signal.removeEventListener("abort", action) };
}

/** The promise, or a rejection with the signal's reason when that comes first. */
export async function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  using _ = onAbort(signal, () => reject(signal.reason));
  return await Promise.race([promise, aborted]);
}
