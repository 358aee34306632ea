/**
 * Raises the default timeout of `vi.waitFor` and `vi.waitUntil` from Vitest's one second: on a busy
 * machine, threads and processes start late.
 */
import { afterAll, vi } from "vitest";

const TIMEOUT_MS = 60_000;

const { waitFor, waitUntil } = vi;

/** Waits that have not ended. */
const open = new Set<object>();

vi.waitFor = (check, options) => track(waitFor(check, withTimeout(options)));
vi.waitUntil = (check, options) => track(waitUntil(check, withTimeout(options)));

/**
 * Each check of a wait advances the fake clock, so a wait that outlives its file would advance that of the
 * next file's tests.
 */
afterAll(() => {
  const count = open.size;
  open.clear();
  if (count > 0) throw new Error(`${count} waits (vi.waitFor, vi.waitUntil) outlived their tests`);
});

function track<Waited extends Promise<unknown>>(wait: Waited): Waited {
  open.add(wait);
  const ended = (): boolean => open.delete(wait);
  wait.then(ended, ended);
  return wait;
}

interface WaitOptions {
  readonly interval?: number;
  readonly timeout?: number;
}

/** A test's own timeout takes precedence. */
function withTimeout(options: number | WaitOptions = {}): WaitOptions {
  if (typeof options === "number") return { timeout: options };
  return { timeout: TIMEOUT_MS, ...options };
}
