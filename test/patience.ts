/**
 * Waits for what is to come have the patience of a test, not Vitest's second: on a machine that does much
 * else, threads and processes start late.
 */
import { afterAll, vi } from "vitest";

const PATIENCE_MS = 60_000;

const { waitFor, waitUntil } = vi;

/** The waits that have not ended. */
const open = new Set<object>();

vi.waitFor = (check, options) => known(waitFor(check, patient(options)));
vi.waitUntil = (check, options) => known(waitUntil(check, patient(options)));

/** Each look of a wait moves the fake clock: one that outlives its file would move that of the next one's tests. */
afterAll(() => {
  const count = open.size;
  open.clear();
  if (count > 0) throw new Error(`${count} waits (vi.waitFor, vi.waitUntil) outlived their tests`);
});

function known<Waited extends Promise<unknown>>(wait: Waited): Waited {
  open.add(wait);
  const ended = (): boolean => open.delete(wait);
  wait.then(ended, ended);
  return wait;
}

interface WaitOptions {
  readonly interval?: number;
  readonly timeout?: number;
}

/** What a test itself says of time stays. */
function patient(options: number | WaitOptions = {}): WaitOptions {
  if (typeof options === "number") return { timeout: options };
  return { timeout: PATIENCE_MS, ...options };
}
