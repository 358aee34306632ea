import { type Clock, systemClock } from "@botwright/core";
import {
  assertCredits,
  assertLimits,
  unknownReservation,
  invalidAmount,
} from "../ledger-errors.ts";
import type {
  Ledger,
  LedgerMovement,
  LedgerRow,
  Reservation,
  ReservationInput,
  ReservationResult,
  SpendingLimit,
} from "../ports/ledger.ts";

/** Options of {@link createMemoryLedger}. */
export interface MemoryLedgerOptions {
  /** Rows to keep, with their keys; the oldest is forgotten first. @default 100_000 */
  rows?: number;
  clock?: Clock;
}

/** A {@link Ledger} in memory. */
export interface MemoryLedger extends Ledger {
  /** Like {@link Ledger.balance}, but synchronous. */
  balanceOf(userId: number): number;
  /** The sum of all charges of the account. */
  spentBy(userId: number): number;
  /** Deposits or withdraws the difference to this balance. */
  setBalance(userId: number, credits: number): void;
}

interface Account {
  balance: number;
  spent: number;
}

/** The characters of a month in a day such as `2026-01-05`. */
const MONTH = "2026-01".length;

/** Orders limits: those for all plugins first, then by slug; a daily limit before a monthly one. */
function compareLimits(a: SpendingLimit, b: SpendingLimit): number {
  const [slug, other] = [a.pluginSlug ?? "", b.pluginSlug ?? ""];
  if (slug !== other) return slug < other ? -1 : 1;
  return a.period < b.period ? -1 : 1;
}

/**
 * Creates a ledger in memory. Accounts start with 0 credits and are lost with the process.
 *
 * A reservation subtracts its credits from the balance at once, and the settlement returns the credits that were not
 * charged, so concurrent calls cannot spend the same credits. No method awaits anything, which makes each one atomic.
 *
 * @example
 * const ledger = createMemoryLedger();
 * await ledger.move({ userId: 1, key: "welcome", credits: 1000 });
 */
export function createMemoryLedger(options: MemoryLedgerOptions = {}): MemoryLedger {
  const { rows: maxRows = 100_000, clock = systemClock } = options;
  const accounts = new Map<number, Account>();
  const reservations = new Map<string, Reservation>();
  const moved = new Set<string>();
  const limits = new Map<number, readonly SpendingLimit[]>();
  const rows: LedgerRow[] = [];
  let moves = 0;

  function accountOf(userId: number): Account {
    const account = accounts.get(userId) ?? { balance: 0, spent: 0 };
    accounts.set(userId, account);
    return account;
  }

  /** Appends a row; the only place where a balance changes. */
  function write(row: Omit<LedgerRow, "createdAt">): void {
    accountOf(row.userId).balance += row.credits;
    rows.push({ ...row, createdAt: clock.now() });
    if (rows.length > maxRows) forget(rows.shift());
  }

  /** Forgets the key of a dropped row. An open reservation stays: only its settlement's row removes it. */
  function forget(row: LedgerRow | undefined): void {
    if (row?.kind === "settlement") reservations.delete(row.key);
    if (row?.kind === "deposit" || row?.kind === "withdrawal") moved.delete(row.key);
  }

  function move(movement: LedgerMovement): boolean {
    const { key, userId, credits } = movement;
    if (!Number.isSafeInteger(credits)) throw invalidAmount();
    if (moved.has(key)) return true;
    const after = accountOf(userId).balance + credits;
    if (after < 0 || !Number.isSafeInteger(after)) return false;
    moved.add(key);
    write({ ...movement, kind: credits < 0 ? "withdrawal" : "deposit" });
    return true;
  }

  function reserve(input: ReservationInput): ReservationResult {
    assertCredits(input.credits);
    // A known key is a repetition, after a lost answer or by an interrupted run, and reserves nothing again.
    const known = reservations.get(input.key);
    if (known !== undefined) return { status: "reserved", reservation: renew(known) };
    const { userId, credits, day, ...subject } = input;
    if (accountOf(userId).balance < credits) return { status: "too-few-credits" };
    const limit = limits
      .get(userId)
      ?.filter(({ pluginSlug = input.pluginSlug }) => pluginSlug === input.pluginSlug)
      .find((one) => spentOf(userId, one, day) + credits > one.credits);
    if (limit !== undefined) return { status: "over-limit", limit };
    const reservation = { ...input, createdAt: clock.now() };
    reservations.set(input.key, reservation);
    write({ ...subject, userId, kind: "reservation", credits: 0 - credits });
    return { status: "reserved", reservation };
  }

  /** Sets the `createdAt` of an open reservation, whose key is reserved again, to the current time or a later one. */
  function renew(known: Reservation): Reservation {
    if (known.charged !== undefined) return known;
    const renewed = { ...known, createdAt: Math.max(clock.now(), known.createdAt + 1) };
    reservations.set(known.key, renewed);
    return renewed;
  }

  /** The credits spent of a limit: settled charges, and open reservations in full, because they may be charged. */
  function spentOf(userId: number, { pluginSlug, period }: SpendingLimit, today: string): number {
    let spent = 0;
    for (const { day, charged, ...of } of reservations.values()) {
      const counts =
        of.userId === userId &&
        (pluginSlug === undefined || of.pluginSlug === pluginSlug) &&
        (period === "day" ? day === today : day.startsWith(today.slice(0, MONTH)));
      if (counts) spent += charged ?? of.credits;
    }
    return spent;
  }

  function settle(key: string, credits: number, reservedBefore = Infinity): Reservation {
    assertCredits(credits);
    const open = reservations.get(key);
    if (open === undefined) throw unknownReservation(key);
    if (open.charged !== undefined || open.createdAt >= reservedBefore) return open;
    const settled = { ...open, charged: Math.min(credits, open.credits) };
    reservations.set(key, settled);
    accountOf(open.userId).spent += settled.charged;
    const { createdAt: _createdAt, day: _day, credits: reserved, ...subject } = open;
    write({ ...subject, kind: "settlement", credits: reserved - settled.charged });
    return settled;
  }

  return {
    balance: async (userId) => accounts.get(userId)?.balance ?? 0,
    reserve: async (input) => reserve(input),
    settle: async (key, credits, reservedBefore) => settle(key, credits, reservedBefore),
    move: async (movement) => move(movement),
    async setLimits(userId, given) {
      assertLimits(given);
      limits.set(userId, given.toSorted(compareLimits));
    },
    limits: async (userId, day) =>
      (limits.get(userId) ?? []).map((limit) => ({
        ...limit,
        spent: spentOf(userId, limit, day),
      })),
    async openReservations(before, limit) {
      const open = [...reservations.values()].filter(
        ({ charged, createdAt }) => charged === undefined && createdAt < before,
      );
      return open.toSorted((a, b) => a.createdAt - b.createdAt).slice(0, limit);
    },
    rows: async (userId, limit) =>
      rows
        .filter((row) => row.userId === userId)
        .slice(-limit)
        .toReversed(),
    balanceOf: (userId) => accounts.get(userId)?.balance ?? 0,
    spentBy: (userId) => accounts.get(userId)?.spent ?? 0,
    setBalance(userId, credits) {
      assertCredits(credits);
      moves += 1;
      move({ userId, key: `balance-${moves}`, credits: credits - accountOf(userId).balance });
    },
  };
}
