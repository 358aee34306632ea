/**
 * Waits for what is to come have the patience of a test, not Vitest's second: on a machine that does much
 * else, threads and processes start late.
 */
import { vi } from "vitest";
import { waitLongForSent } from "./sent-patience.ts";

const PATIENCE_MS = 60_000;

const { waitFor, waitUntil } = vi;

waitLongForSent(PATIENCE_MS);
vi.waitFor = (check, options) => waitFor(check, patient(options));
vi.waitUntil = (check, options) => waitUntil(check, patient(options));

interface WaitOptions {
  readonly interval?: number;
  readonly timeout?: number;
}

/** What a test itself says of time stays. */
function patient(options: number | WaitOptions = {}): WaitOptions {
  if (typeof options === "number") return { timeout: options };
  return { timeout: PATIENCE_MS, ...options };
}
