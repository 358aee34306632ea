/** Runs the action when the signal aborts, or at once if it has aborted; disposing the result cancels this. */
export function onAbort(signal: AbortSignal, action: () => void): Disposable {
  if (signal.aborted) action();
  else signal.addEventListener("abort", action, { once: true });
  return { [Symbol.dispose]: () => signal.removeEventListener("abort", action) };
}

/** Settles like the promise, or rejects with the signal's reason if the signal aborts first. */
export async function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  using _ = onAbort(signal, () => reject(signal.reason));
  return await Promise.race([promise, aborted]);
}
