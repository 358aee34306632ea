import { randomUUID } from "node:crypto";
import { describeError, type Logger } from "@botwright/core";
import type { Ledger, LedgerSubject, Reservation } from "../ports/ledger.ts";

/** What is bought, and how. */
export interface Purchase<Goods> {
  readonly subject: LedgerSubject;
  /** The idempotency key; without one, every purchase is a new one. */
  readonly key: string | undefined;
  /** The largest possible cost, in credits. */
  readonly maxCredits: number;
  /** Gets the goods; when it rejects, everything is refunded. */
  readonly deliver: (key: string) => Promise<Goods>;
  /** What they cost. */
  readonly costOf: (goods: Goods) => number;
}

/** What was bought, and for how many credits. */
export interface Purchased<Goods> {
  readonly goods: Goods;
  readonly charged: number;
}

/**
 * Buys something: sets its largest possible cost aside, gets it, charges what it really cost (at
 * most what was set aside) and returns the rest. So purchases at the same time cannot spend credits
 * twice, and one that dies half-way leaves an open reservation, which is refunded later or finished
 * by a repetition with the same key.
 *
 * @returns `undefined` when there are too few credits
 */
export async function buy<Goods>(
  ledger: Ledger,
  logger: Logger,
  purchase: Purchase<Goods>,
): Promise<Purchased<Goods> | undefined> {
  const { deliver, costOf, maxCredits } = purchase;
  const key = purchase.key ?? randomUUID();
  if (maxCredits === 0) return { goods: await deliver(key), charged: 0 };
  const reservation = await reserve(ledger, { ...purchase.subject, key, credits: maxCredits });
  if (reservation === undefined) return undefined;
  const goods = await deliver(reservation.key).catch(async (error: unknown) => {
    await refund(ledger, logger, reservation);
    throw error;
  });
  const { charged = 0 } = await ledger.settle(reservation.key, costOf(goods));
  return { goods, charged };
}

/**
 * Sets credits aside. A key whose purchase was refunded stands for nothing any more: the repetition
 * of such a purchase is a new one, with a number behind its key.
 */
async function reserve(
  ledger: Ledger,
  input: LedgerSubject & { readonly key: string; readonly credits: number },
): Promise<Reservation | undefined> {
  for (let attempt = 1; ; attempt++) {
    const key = attempt === 1 ? input.key : `${input.key}#${attempt}`;
    const reservation = await ledger.reserve({ ...input, key });
    if (reservation?.charged !== 0) return reservation;
  }
}

async function refund(ledger: Ledger, logger: Logger, { key }: Reservation): Promise<void> {
  try {
    await ledger.settle(key, 0);
  } catch (error) {
    // It stays open, and is refunded with the abandoned ones.
    logger.error("credits could not be refunded yet", { key, ...describeError(error) });
  }
}
