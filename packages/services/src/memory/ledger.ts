import { type Clock, systemClock } from "@botwright/core";
import { assertCredits, unknownReservation, wrongAmount } from "../ledger-errors.ts";
import type {
  Ledger,
  LedgerMovement,
  LedgerRow,
  Reservation,
  ReservationInput,
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

/**
 * Creates a ledger in memory: accounts start with 0 credits and are lost with the process.
 *
 * @example
 * const ledger = createMemoryLedger();
 * await ledger.move({ userId: 1, key: "welcome", credits: 1000 });
 */
export function createMemoryLedger(options: MemoryLedgerOptions = {}): MemoryLedger {
  const { rows: mostRows = 100_000, clock = systemClock } = options;
  const accounts = new Map<number, Account>();
  const reservations = new Map<string, Reservation>();
  const moved = new Set<string>();
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
    if (rows.length > mostRows) forget(rows.shift());
  }

  function forget(row: LedgerRow | undefined): void {
    if (row?.kind === "settlement") reservations.delete(row.key);
    if (row?.kind === "deposit" || row?.kind === "withdrawal") moved.delete(row.key);
  }

  function move(movement: LedgerMovement): boolean {
    const { key, userId, credits } = movement;
    if (!Number.isSafeInteger(credits)) throw wrongAmount();
    if (moved.has(key)) return true;
    const after = accountOf(userId).balance + credits;
    if (after < 0 || !Number.isSafeInteger(after)) return false;
    moved.add(key);
    write({ ...movement, kind: credits < 0 ? "withdrawal" : "deposit" });
    return true;
  }

  function reserve(input: ReservationInput): Reservation | undefined {
    assertCredits(input.credits);
    const known = reservations.get(input.key);
    if (known !== undefined) return known;
    if (accountOf(input.userId).balance < input.credits) return undefined;
    const reservation = { ...input, createdAt: clock.now() };
    reservations.set(input.key, reservation);
    write({ ...input, kind: "reservation", credits: 0 - input.credits });
    return reservation;
  }

  function settle(key: string, credits: number): Reservation {
    assertCredits(credits);
    const open = reservations.get(key);
    if (open === undefined) throw unknownReservation(key);
    if (open.charged !== undefined) return open;
    const settled = { ...open, charged: Math.min(credits, open.credits) };
    reservations.set(key, settled);
    accountOf(open.userId).spent += settled.charged;
    const { createdAt: _, credits: reserved, ...subject } = open;
    write({ ...subject, kind: "settlement", credits: reserved - settled.charged });
    return settled;
  }

  return {
    balance: async (userId) => accounts.get(userId)?.balance ?? 0,
    reserve: async (input) => reserve(input),
    settle: async (key, credits) => settle(key, credits),
    move: async (movement) => move(movement),
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
