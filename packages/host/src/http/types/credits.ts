import type { CreditMovement } from "../../credits/credit-movement.ts";
import type { CreditState } from "../../credits/credits.ts";
import type { ServiceUseItem, UsageSum } from "../../credits/usage.ts";

/**
 * The most that an account may spend in each day or month of the host's time zone.
 *
 * @public the type of the HTTP interface names it
 */
export interface NewLimit {
  /**
   * The plugin; absent: all plugins of the account together.
   * @pattern ^[a-z0-9-]{2,64}$
   */
  plugin_slug?: string;
  period: "day" | "month";
  /**
   * @type uint64
   * @maximum 1000000000
   */
  credits: number;
}

/** Which uses of services are wanted. */
interface UseFilter {
  type?: "ai" | "search" | "credentials";
  /** @maxLength 64 */
  plugin?: string;
  /** @maxLength 200 */
  model?: string;
  /**
   * The first day, in the host's time zone.
   * @format date
   */
  from?: string;
  /**
   * The last day.
   * @format date
   */
  to?: string;
  /**
   * The last days in the host's time zone, with the current one.
   * @type uint32
   * @minimum 1
   * @maximum 3660
   */
  days?: number;
}

/** A part of a list. */
interface PageQuery {
  /**
   * Items with a lower id: `next` of the page before.
   * @type uint64
   * @maximum 9007199254740991
   */
  before?: number;
  /**
   * @type uint32
   * @minimum 1
   * @maximum 500
   * @default 50
   */
  limit?: number;
}

/** Bodies of `/api/credits` and of top-ups. */
export interface CreditBodies {
  Limits: {
    /** @maxItems 200 */
    limits: NewLimit[];
  };
  CreditWarning: {
    /**
     * The owner is warned when the credits fall below it; `null`: no warning.
     */
    warn_below: WarnBelow | null;
  };
  TopUp: {
    /**
     * @type uint32
     * @minimum 1
     * @maximum 1000000000
     */
    credits: number;
    /**
     * The same key for the same account is one top-up, however often it is sent.
     * @minLength 1
     * @maxLength 128
     */
    idempotency_key: string;
    /**
     * For the owner of the account.
     * @maxLength 500
     */
    note?: string;
  };
}

/**
 * @type uint64
 * @maximum 1000000000
 */
type WarnBelow = number;

/** Queries of `/api/credits` and `/api/usage`. */
export interface CreditQueries {
  CreditMovements: PageQuery;
  Usage: UseFilter & PageQuery;
  UsageSummary: UseFilter & { by: "day" | "model" | "plugin" };
  UsageOfAll: UseFilter & { by: "day" | "model" | "plugin" | "user" };
}

/** Answers of `/api/credits` and `/api/usage`. */
export interface CreditAnswers {
  Credits: CreditState;
  CreditMovement: CreditMovement;
  CreditMovements: { items: CreditMovement[]; next: number | null };
  Usage: { items: ServiceUseItem[]; next: number | null };
  UsageSums: {
    /** The current day in the host's time zone, such as `2026-01-05`. */
    today: string;
    items: UsageSum[];
  };
}
