import { type Clock, systemClock } from "@botwright/core";
import type { Ledger } from "../ports/ledger.ts";

/** Options of {@link refundAbandonedReservations}. */
export interface RefundOptions {
  /**
   * Minimum time in milliseconds since a reservation's key was last reserved. It must be longer than any call, and
   * than the time until interrupted messages are handled again.
   * @default one hour
   */
  olderThanMs?: number;
  clock?: Clock;
}

const HOUR_MS = 3_600_000;
const BATCH = 100;

/**
 * Refunds the reservations of processes that died. Run it at start and regularly. Each reservation is refunded once,
 * even if several processes run this concurrently, and not at all if a process has begun to use it again.
 *
 * @returns the number of refunded reservations
 */
export async function refundAbandonedReservations(
  ledger: Ledger,
  options: RefundOptions = {},
): Promise<number> {
  const { olderThanMs = HOUR_MS, clock = systemClock } = options;
  const before = clock.now() - olderThanMs;
  let refunded = 0;
  for (;;) {
    const open = await ledger.openReservations(before, BATCH);
    for (const { key } of open) {
      const { charged } = await ledger.settle(key, 0, before);
      if (charged === 0) refunded += 1;
    }
    if (open.length < BATCH) return refunded;
  }
}
