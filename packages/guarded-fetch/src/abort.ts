/** Runs the action when the signal aborts, immediately if it has; disposing cancels it. */
export function onAbort(signal: AbortSignal, action: () => void): Disposable {
  if (signal.aborted) action();
  else signal.addEventListener("abort", action, { once: true });
  return { [Symbol.dispose]: () => signal.removeEventListener("abort", action) };
}

/** Resolves with the promise, or rejects with the signal's reason if that comes first. */
export async function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  using _ = onAbort(signal, () => reject(signal.reason));
  return await Promise.race([promise, aborted]);
}
