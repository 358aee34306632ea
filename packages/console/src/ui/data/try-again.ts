import { ApiError } from "../../api.ts";

/** Milliseconds before a request that the host could not answer is repeated. */
export const AGAIN_MS = 5000;

/** Statuses of temporary failures: 0 (the host cannot be reached), and those of proxies and of a busy host. */
const PASSING: ReadonlySet<number> = new Set([0, 429, 502, 503, 504]);

/** Whether the same request may succeed later. */
export function isPassing(error: unknown): boolean {
  return error instanceof ApiError && PASSING.has(error.status);
}
