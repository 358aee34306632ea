import { randomUUID } from "node:crypto";
import { describeError, type Logger } from "@botwright/core";
import { limitReached, tooFewCredits } from "../ledger-errors.ts";
import type { Ledger, LedgerSubject, Reservation, ReservationInput } from "../ports/ledger.ts";

/** A purchase to make. */
export interface Purchase<Goods> {
  readonly subject: LedgerSubject;
  /** The calendar day to whose limits the purchase counts: see `ReservationInput`. */
  readonly day: string;
  /** The idempotency key; without one, every purchase is a new one. */
  readonly key: string | undefined;
  /** The largest possible cost, in credits. */
  readonly maxCredits: number;
  /** Produces the goods; when it rejects, the credits are refunded. */
  readonly deliver: (key: string) => Promise<Goods>;
  /** The actual cost of the goods. */
  readonly costOf: (goods: Goods) => number;
}

/** The purchased goods and the credits charged. */
export interface Purchased<Goods> {
  readonly goods: Goods;
  readonly charged: number;
  /** The key of the charge in the ledger; absent when nothing was reserved. */
  readonly chargeKey?: string;
}

/**
 * The delivery failed, but an earlier attempt with the same key had been charged: its process died before the goods
 * reached the plugin. A settled charge is not refunded.
 */
export class ChargedFailure extends Error implements Omit<Purchased<never>, "goods"> {
  readonly charged: number;
  readonly chargeKey: string;

  /** @param cause the error of this attempt */
  constructor(charged: number, chargeKey: string, cause: unknown) {
    super("an earlier attempt was charged", { cause });
    this.charged = charged;
    this.chargeKey = chargeKey;
  }
}

/**
 * Pays for goods whose cost is known only afterwards, in three steps: reserve the largest possible cost, produce the
 * goods, settle the actual cost (at most the reserved one), which returns the rest.
 *
 * Reserving first prevents concurrent purchases from spending the same credits twice. If the process dies in
 * between, an open reservation remains: a repetition with the same key settles it, otherwise
 * `refundAbandonedReservations` refunds it.
 *
 * @throws {BotwrightError} `INSUFFICIENT_CREDITS`, `SPENDING_LIMIT`
 * @throws {ChargedFailure} when the delivery failed and an earlier attempt was charged; otherwise the delivery's
 * error
 */
export async function buy<Goods>(
  ledger: Ledger,
  logger: Logger,
  purchase: Purchase<Goods>,
): Promise<Purchased<Goods>> {
  const { deliver, costOf, maxCredits, subject, day } = purchase;
  const key = purchase.key ?? randomUUID();
  if (maxCredits === 0) return { goods: await deliver(key), charged: 0 };
  const reservation = await reserve(ledger, { ...subject, day, key, credits: maxCredits });
  const goods = await deliver(reservation.key).catch(async (error: unknown) => {
    const charged = await refund(ledger, logger, reservation);
    throw charged === 0 ? error : new ChargedFailure(charged, reservation.key, error);
  });
  const { charged = 0 } = await ledger.settle(reservation.key, costOf(goods));
  return { goods, charged, chargeKey: reservation.key };
}

/**
 * Reserves credits. A key whose reservation was fully refunded cannot be used again in the ledger, so a
 * repeated purchase continues with a numbered key (`key#2`, …).
 */
async function reserve(ledger: Ledger, input: ReservationInput): Promise<Reservation> {
  for (let attempt = 1; ; attempt++) {
    const key = attempt === 1 ? input.key : `${input.key}#${attempt}`;
    const result = await ledger.reserve({ ...input, key });
    if (result.status === "too-few-credits") throw tooFewCredits();
    if (result.status === "over-limit") throw limitReached(result.limit);
    if (result.reservation.charged !== 0) return result.reservation;
  }
}

/**
 * Refunds the reservation, and returns the credits that stay charged because another attempt has settled it. It
 * refunds nothing if its key was reserved again since: then another process, which took this one for dead, is using
 * the reservation, and would otherwise get its goods for nothing.
 */
async function refund(
  ledger: Ledger,
  logger: Logger,
  { key, createdAt }: Reservation,
): Promise<number> {
  try {
    const { charged = 0 } = await ledger.settle(key, 0, createdAt + 1);
    return charged;
  } catch (error) {
    // The reservation stays open; `refundAbandonedReservations` refunds it later.
    logger.error("credits could not be refunded yet", { key, ...describeError(error) });
    return 0;
  }
}
