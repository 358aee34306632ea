import type { CreditMovement } from "../../credits/credit-movement.ts";
import type { CreditState } from "../../credits/credits.ts";
import type { ServiceUseItem, UsageSum } from "../../credits/usage.ts";

/**
 * The most credits that an account may spend in each calendar day or month, in the host's time zone.
 *
 * @public the type of the HTTP interface names it
 */
export interface NewLimit {
  /**
   * The plugin that the limit applies to. Absent: all plugins of the account together.
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

/** Selects uses of services. */
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
   * The number of days up to and including today, in the host's time zone.
   * @type uint32
   * @minimum 1
   * @maximum 3660
   */
  days?: number;
}

/** The cursor and the length of a page. */
interface PageQuery {
  /**
   * `next` of the previous page: lists items with a lower id.
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
     * The host warns the owner when the balance falls below this number of credits; `null`: no warning.
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
     * Requests with the same key for the same account add the credits only once.
     * @minLength 1
     * @maxLength 128
     */
    idempotency_key: string;
    /**
     * A text that the owner of the account sees.
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
