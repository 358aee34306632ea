import type { Clock } from "@botwright/core";

/** The largest difference between the time that a callback's signature covers and now, in milliseconds. */
const MAX_AGE_MS = 3_600_000;

/**
 * Whether a signed callback is of the last hour. One that was recorded can be sent again only so long;
 * clocks may differ in both directions.
 *
 * @param sentAt as the signature covers it, in milliseconds since 1970
 */
export function isRecentCallback(sentAt: number, clock: Clock): boolean {
  return Math.abs(clock.now() - sentAt) <= MAX_AGE_MS;
}
