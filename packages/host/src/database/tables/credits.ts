import type { Generated } from "kysely";

/** Credits of an account. */
interface CreditAccountTable {
  user_id: number;
  balance: number;
  /** The owner is warned when the credits fall below it. */
  warn_below: number | null;
  /** Whether they are below it now. */
  is_low: Generated<boolean>;
}

/** The most that an account may spend in each period. */
interface SpendingLimitTable {
  user_id: number;
  /** Empty: all plugins of the account together. */
  plugin_slug: string;
  period: "day" | "month";
  credits: number;
}

/** What an account has spent in a period; written by the functions of the ledger only. */
interface SpendingTable {
  user_id: number;
  /** Empty: all plugins of the account together. */
  plugin_slug: string;
  /** A day or a month of the host's time zone: `2026-01-05`, `2026-01`. */
  period: string;
  credits: number;
}

/** The credits of an account have fallen below its threshold. */
interface CreditWarningTable {
  id: Generated<number>;
  user_id: number;
  balance: number;
  threshold: number;
  created_at: Date;
  /** When a node reported it. */
  delivered_at: Date | null;
}

/** A movement of credits; written by the functions of the ledger only. */
export interface CreditRowTable {
  id: Generated<number>;
  user_id: number;
  kind: "deposit" | "withdrawal" | "reservation" | "settlement";
  key: string;
  credits: number;
  plugin_slug: string | null;
  description: string | null;
  created_at: Date;
  /** The administrator who made it. */
  actor_id: number | null;
}

/** Reserved credits; `charged` once they are settled. */
export interface ReservationTable {
  key: string;
  user_id: number;
  credits: number;
  charged: number | null;
  /** The calendar day that it counts in. */
  day: string;
  plugin_slug: string | null;
  description: string | null;
  /** While it is open, the last time that its key was reserved. */
  created_at: Date;
}

/** Credits of accounts. */
export interface CreditTables {
  credit_account: CreditAccountTable;
  spending_limit: SpendingLimitTable;
  spending: SpendingTable;
  credit_warning: CreditWarningTable;
  credit_row: CreditRowTable;
  reservation: ReservationTable;
}
