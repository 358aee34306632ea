import { ApiError } from "../../api.ts";

/** Milliseconds until what the host could not answer is asked for again. */
export const AGAIN_MS = 5000;

/** The host cannot be reached, or asks to come back: 0, and statuses of proxies and of a host that is busy. */
const PASSING: ReadonlySet<number> = new Set([0, 429, 502, 503, 504]);

/** Whether the same request may succeed a little later. */
export function isPassing(error: unknown): boolean {
  return error instanceof ApiError && PASSING.has(error.status);
}
