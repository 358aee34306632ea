/** The purpose of a movement of credits. */
export interface LedgerSubject {
  readonly userId: number;
  /** The plugin that pays. */
  readonly pluginSlug?: string;
  /** The purchased item, for example the model's name. */
  readonly description?: string;
}

/** The kinds of movements. A reservation blocks credits; its settlement returns what was not spent. */
export type LedgerRowKind = "deposit" | "withdrawal" | "reservation" | "settlement";

/** A movement. The balance of an account is the sum of its rows' `credits`, and never negative. */
export interface LedgerRow extends LedgerSubject {
  /** Unique together with `kind`, so that the same movement is made only once. */
  readonly key: string;
  readonly kind: LedgerRowKind;
  /** The change of the balance: negative for a reservation and a withdrawal. */
  readonly credits: number;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
}

/** Credits to reserve. */
export interface ReservationInput extends LedgerSubject {
  /** The idempotency key of the purchase. */
  readonly key: string;
  /** The largest possible cost; a non-negative integer. */
  readonly credits: number;
  /** The calendar day in the host's time zone, such as `2026-01-05`, to whose limits the purchase counts. */
  readonly day: string;
}

/** Reserved credits of a purchase. */
export interface Reservation extends LedgerSubject {
  readonly key: string;
  readonly credits: number;
  readonly day: string;
  /** Milliseconds since 1970; of an open reservation, the time at which its key was last reserved. */
  readonly createdAt: number;
  /** The charged credits once it is settled; 0 if it was refunded. */
  readonly charged?: number;
}

/** The maximum that an account may spend in each calendar day or month of the host's time zone. */
export interface SpendingLimit {
  /** The plugin to which the limit applies; absent: all plugins of the account together. */
  readonly pluginSlug?: string;
  readonly period: "day" | "month";
  /** A non-negative integer. */
  readonly credits: number;
}

/** A limit, and the credits spent in the current period; reserved credits count in full. */
export interface SpendingStatus extends SpendingLimit {
  readonly spent: number;
}

/** The result of a reservation: credits are reserved, or nothing was written. */
export type ReservationResult =
  | { readonly status: "reserved"; readonly reservation: Reservation }
  | { readonly status: "too-few-credits" }
  | { readonly status: "over-limit"; readonly limit: SpendingLimit };

/** A deposit or a withdrawal. */
export interface LedgerMovement extends LedgerSubject {
  readonly key: string;
  /** Positive for a deposit, negative for a withdrawal. */
  readonly credits: number;
}

/**
 * The credit accounts; 100 credits are 1 USD. Each method is atomic and idempotent by its key: an amount is moved,
 * reserved and settled once. A repeated call returns the result of the first one.
 */
export interface Ledger {
  /** Returns the available credits, without reserved ones. */
  balance(userId: number): Promise<number>;
  /**
   * Reserves credits, unless the account has too few, or the account or its plugin would exceed a limit. A used key
   * returns its reservation, settled or not, whatever the amount. If that reservation is open, its `createdAt`
   * becomes the current time, because a process works on it again; it always increases, even if the processes'
   * clocks differ.
   */
  reserve(input: ReservationInput): Promise<ReservationResult>;
  /**
   * Charges at most the reserved credits and returns the rest to the balance.
   *
   * @param credits the actual cost; capped at the reserved amount
   * @param reservedBefore leaves the reservation open if its key was reserved at this time (milliseconds since 1970)
   * or later. It is for refunds, because a process may work on the reservation again after it was listed
   * @returns the reservation with `charged`; that of the first call if it was already settled
   * @throws {BotwrightError} `LEDGER_UNKNOWN_RESERVATION`
   */
  settle(key: string, credits: number, reservedBefore?: number): Promise<Reservation>;
  /**
   * Adds credits to an account or withdraws them.
   *
   * @returns whether the movement was made, now or before; `false` if the balance would become negative
   */
  move(movement: LedgerMovement): Promise<boolean>;
  /** Replaces the limits of an account; they apply to all later reservations. */
  setLimits(userId: number, limits: readonly SpendingLimit[]): Promise<void>;
  /**
   * Returns the limits of an account: those for all plugins first, then the others by slug.
   *
   * @param day the current day in the host's time zone, such as `2026-01-05`
   */
  limits(userId: number, day: string): Promise<SpendingStatus[]>;
  /** Returns open reservations last reserved before that time, oldest first; their processes have ended. */
  openReservations(before: number, limit: number): Promise<Reservation[]>;
  /** Returns the account's latest rows, newest first. */
  rows(userId: number, limit: number): Promise<LedgerRow[]>;
}
