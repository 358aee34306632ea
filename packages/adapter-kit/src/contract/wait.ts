const STEP_MS = 5;

/** Waits until the condition holds. @throws after `timeoutMs`, naming what was awaited */
export async function until(
  what: string,
  condition: () => boolean,
  timeoutMs = 15_000,
): Promise<void> {
  const end = Date.now() + timeoutMs;
  while (!condition()) {
    if (Date.now() > end) throw new Error(`Waited ${timeoutMs} ms in vain: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, STEP_MS));
  }
}

/** Waits for what must not take as long as a poll or a timeout does. @throws after ten seconds */
export async function promptly<T>(what: string, promise: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(`${what} must end within seconds`)), 10_000);
  try {
    return await Promise.race([promise, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
