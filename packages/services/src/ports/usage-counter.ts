/** A counted event. */
export interface UsageEvent {
  /** The lowest number, from 0, that no other event of the counter has: those below an allowance are within it. */
  readonly place: number;
  /** The call of `add`; a later one has a larger number. */
  readonly attempt: number;
}

/** Counts what an account has used of an allowance, such as the images of a day. */
export interface UsageCounter {
  /**
   * Counts an event. Atomic, and idempotent by `id`: a repeated one keeps its place, for a new attempt.
   *
   * @param counter the name of the counter, for example `images/7/2026-01-05`; a new one starts at 0
   */
  add(counter: string, id: string): Promise<UsageEvent>;
  /**
   * Reverts an event that did not take place, unless it was added again after this attempt: another process has begun
   * to work on it. Its place is free for another event.
   */
  remove(counter: string, id: string, attempt: number): Promise<void>;
  count(counter: string): Promise<number>;
}
