/** At most `limit` events in any span of `windowMs` milliseconds. */
export interface RateLimit {
  readonly limit: number;
  readonly windowMs: number;
}

/** Whether an event may happen. */
export type RateDecision =
  | { readonly allowed: true }
  | { readonly allowed: false; readonly retryAfterMs: number };

/** Counts events by key in a sliding window. */
export interface RateLimiter {
  /** Counts an event, unless there were `limit` of them in the last `windowMs`. Atomic. */
  take(key: string, rate: RateLimit): Promise<RateDecision>;
}
