import { hasCode, retry } from "@botwright/adapter-kit";
import type { Clock } from "@botwright/core";

/**
 * Repeats a task that failed for a temporary reason, after 1 s, 2 s and 4 s.
 *
 * @param isSend Whether the task sends a message. DingTalk has no idempotency key, so a send is repeated only
 * when it cannot have arrived, or once when the server reports that it is unavailable.
 */
export type Retry = <T>(isSend: boolean, task: () => Promise<T>) => Promise<T>;

/** The most repeats of a task that cannot have a second effect; `SEND_REPEATS`: of a send that the server failed. */
const SAFE_REPEATS = 3;
const SEND_REPEATS = 1;

/** Makes a {@link Retry}. */
export function createRetry(clock: Clock): Retry {
  return (isSend, task) => {
    const waitMs = (error: unknown, failures: number): number | undefined =>
      failures < repeatsFor(error, isSend) ? 1000 * 2 ** failures : undefined;
    return retry(task, { waitMs, clock });
  };
}

function repeatsFor(error: unknown, isSend: boolean): number {
  // No connection was made, so a repeated send cannot arrive twice.
  if (hasCode(error, "NETWORK_UNREACHABLE")) return SAFE_REPEATS;
  if (hasCode(error, "PLATFORM_UNAVAILABLE")) return isSend ? SEND_REPEATS : SAFE_REPEATS;
  const isLost = hasCode(error, "NETWORK_FAILED") || hasCode(error, "NETWORK_TIMEOUT");
  return isLost && !isSend ? SAFE_REPEATS : 0;
}
