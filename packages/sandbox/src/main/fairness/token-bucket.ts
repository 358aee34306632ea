/** How much of something may be used, and how fast it comes back. */
export interface Budget {
  /** At most so much at once. */
  readonly capacity: number;
  readonly perSecond: number;
}

/** Seconds of refill that a debt is at most: whoever has used far too much is let in again some time. */
const LONGEST_DEBT_SECONDS = 10;

/**
 * A token bucket that goes into debt: what a step costs is known only when it is over.
 *
 * @see https://en.wikipedia.org/wiki/Token_bucket
 */
export class TokenBucket {
  private readonly budget: Budget;
  private tokens: number;
  private filledAt: number;

  constructor(budget: Budget, now: number) {
    this.budget = budget;
    this.tokens = budget.capacity;
    this.filledAt = now;
  }

  /** Uses so many tokens. */
  take(amount: number, now: number): void {
    this.fill(now);
    const lowest = -this.budget.perSecond * LONGEST_DEBT_SECONDS;
    this.tokens = Math.max(lowest, this.tokens - amount);
  }

  /** Milliseconds until the debt is paid; 0 without one. */
  debtMs(now: number): number {
    this.fill(now);
    return this.tokens >= 0 ? 0 : (-this.tokens / this.budget.perSecond) * 1000;
  }

  private fill(now: number): void {
    const { capacity, perSecond } = this.budget;
    this.tokens = Math.min(capacity, this.tokens + ((now - this.filledAt) / 1000) * perSecond);
    this.filledAt = now;
  }
}
