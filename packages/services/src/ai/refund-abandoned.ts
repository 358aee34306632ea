import { type Clock, systemClock } from "@botwright/core";
import type { Ledger } from "../ports/ledger.ts";

/** Options of {@link refundAbandonedReservations}. */
export interface RefundOptions {
  /**
   * How old a reservation must be, in milliseconds: more than any call takes, and more than it takes
   * until messages that were half done are run again.
   * @default one hour
   */
  olderThanMs?: number;
  clock?: Clock;
}

const HOUR_MS = 3_600_000;
const BATCH = 100;

/**
 * Refunds what was set aside by processes that died: run it at start, and now and then. Each
 * reservation is refunded once, however many processes do this at the same time.
 *
 * @returns how many were refunded
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
    for (const { key } of open) await ledger.settle(key, 0);
    refunded += open.length;
    if (open.length < BATCH) return refunded;
  }
}
