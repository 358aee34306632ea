import { randomUUID } from "node:crypto";
import { describeError, type Logger } from "@botwright/core";
import { limitReached, tooFewCredits } from "../ledger-errors.ts";
import type { Ledger, LedgerSubject, Reservation, ReservationInput } from "../ports/ledger.ts";

/** A purchase to make. */
export interface Purchase<Goods> {
  readonly subject: LedgerSubject;
  /** The calendar day that it counts in: see `ReservationInput`. */
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
 * No goods were delivered, but an earlier attempt with the same key had paid: its process died before anyone had the
 * goods. A settled charge stays.
 */
export class ChargedFailure extends Error implements Omit<Purchased<never>, "goods"> {
  readonly charged: number;
  readonly chargeKey: string;

  /** @param cause why this attempt has failed */
  constructor(charged: number, chargeKey: string, cause: unknown) {
    super("an earlier attempt was charged", { cause });
    this.charged = charged;
    this.chargeKey = chargeKey;
  }
}

/**
 * Pays for something whose cost is known only afterwards, in three steps: reserve the largest possible
 * cost, produce the goods, settle the actual cost (at most the reserved one) and return the rest.
 *
 * Reserving first prevents concurrent purchases from spending the same credits twice. If the process dies
 * in between, an open reservation remains: a repetition with the same key settles it, otherwise
 * `refundAbandonedReservations` refunds it.
 *
 * @throws {BotwrightError} `INSUFFICIENT_CREDITS`, `SPENDING_LIMIT`
 * @throws {ChargedFailure} the delivery has failed, and an earlier attempt was charged; else the delivery's error
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
 * Returns what stays charged: what another attempt has settled. One that has begun since, because this process was taken
 * for dead, needs the reservation: it would else get its goods for nothing.
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
    // The reservation stays open and is refunded with the abandoned ones.
    logger.error("credits could not be refunded yet", { key, ...describeError(error) });
    return 0;
  }
}
