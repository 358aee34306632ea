/** What a movement of credits is for. */
export interface LedgerSubject {
  readonly userId: number;
  /** The plugin that spends. */
  readonly pluginSlug?: string;
  /** What is bought, such as the model's name. */
  readonly description?: string;
}

/** The kinds of movements: credits come in, are set aside, and what was not spent of them returns. */
export type LedgerRowKind = "deposit" | "withdrawal" | "reservation" | "settlement";

/** A movement. The balance of an account is the sum of its rows' `credits`, and never negative. */
export interface LedgerRow extends LedgerSubject {
  /** With `kind` unique: the same movement is never made twice. */
  readonly key: string;
  readonly kind: LedgerRowKind;
  /** What was added to the balance: negative for a reservation and a withdrawal. */
  readonly credits: number;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
}

/** Credits to set aside. */
export interface ReservationInput extends LedgerSubject {
  /** The idempotency key of the purchase. */
  readonly key: string;
  /** The largest possible cost; a whole number, 0 or more. */
  readonly credits: number;
}

/** Credits set aside for a purchase. */
export interface Reservation extends LedgerSubject {
  readonly key: string;
  readonly credits: number;
  readonly createdAt: number;
  /** What was charged, once it is settled; 0 if it was all refunded. */
  readonly charged?: number;
}

/** A deposit or a withdrawal. */
export interface LedgerMovement extends LedgerSubject {
  readonly key: string;
  /** Above 0: comes in; below: goes out. */
  readonly credits: number;
}

/**
 * The accounts of credits; 100 credits are one USD. Each method is atomic. Every key is one movement:
 * a method that is called again with the same key changes nothing and answers as the first time.
 */
export interface Ledger {
  /** What can be spent: what is set aside is not in it. */
  balance(userId: number): Promise<number>;
  /**
   * Sets credits aside; `undefined` when there are fewer, and nothing is written. With a key that was
   * used before it gives the reservation of then, settled or not, whatever the amount.
   */
  reserve(input: ReservationInput): Promise<Reservation | undefined>;
  /**
   * Charges at most what is set aside, and returns the rest to the balance.
   *
   * @param credits what the purchase cost; more than was reserved is capped to it
   * @returns the reservation with `charged`, of the first time if it was settled before
   * @throws {BotwrightError} `LEDGER_UNKNOWN_RESERVATION`
   */
  settle(key: string, credits: number): Promise<Reservation>;
  /**
   * Adds credits to an account, or takes them.
   *
   * @returns whether it was made, now or before; `false`: the balance would become negative
   */
  move(movement: LedgerMovement): Promise<boolean>;
  /** Reservations from before that time which were never settled, oldest first: their process died. */
  openReservations(before: number, limit: number): Promise<Reservation[]>;
  /** The account's latest rows, newest first. */
  rows(userId: number, limit: number): Promise<LedgerRow[]>;
}
