import type { Generated } from "kysely";

/** The credits of an account. */
interface CreditAccountTable {
  user_id: number;
  balance: number;
  /** The host warns the owner when the balance falls below this number; `null`: no warning. */
  warn_below: number | null;
  /** Whether the balance is below `warn_below` now, so that the owner is warned only once. */
  is_low: Generated<boolean>;
}

/** The most credits that an account may spend in each day or month. */
interface SpendingLimitTable {
  user_id: number;
  /** Empty: all plugins of the account together. */
  plugin_slug: string;
  period: "day" | "month";
  credits: number;
}

/** The credits that an account has spent in a period; only the ledger's SQL functions write it. */
interface SpendingTable {
  user_id: number;
  /** Empty: all plugins of the account together. */
  plugin_slug: string;
  /** A day or a month of the host's time zone: `2026-01-05`, `2026-01`. */
  period: string;
  credits: number;
}

/** A warning: the balance of an account has fallen below its threshold. */
interface CreditWarningTable {
  id: Generated<number>;
  user_id: number;
  balance: number;
  threshold: number;
  created_at: Date;
  /** When a node reported it. */
  delivered_at: Date | null;
}

/** A movement of credits; only the ledger's SQL functions write it. */
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
  /** The calendar day in whose spending it counts, in the host's time zone. */
  day: string;
  plugin_slug: string | null;
  description: string | null;
  /** When its key was reserved last. */
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
