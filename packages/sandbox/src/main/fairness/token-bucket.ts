/** Capacity and refill rate of a token bucket. */
export interface Budget {
  /** Most tokens that can accumulate. */
  readonly capacity: number;
  readonly perSecond: number;
}

/** Largest debt, in seconds of refill: even an account with extreme usage is served again after this time. */
const MAX_DEBT_SECONDS = 10;

/**
 * A token bucket that can go into debt, because the cost of a step is known only after it has run.
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

  /** Takes tokens. */
  take(amount: number, now: number): void {
    this.fill(now);
    const lowest = -this.budget.perSecond * MAX_DEBT_SECONDS;
    this.tokens = Math.max(lowest, this.tokens - amount);
  }

  /** Takes at most the tokens that are left, so that it adds no debt. */
  takeRest(amount: number, now: number): void {
    this.fill(now);
    this.tokens = Math.max(Math.min(0, this.tokens), this.tokens - amount);
  }

  /** Milliseconds until the debt is repaid; 0 without debt. */
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
