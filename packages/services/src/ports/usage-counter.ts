/** A counted event. */
export interface UsageEvent {
  /**
   * The lowest number, from 0, that no other event of the counter has; below an allowance, the event is within it.
   */
  readonly place: number;
  /** The number of the `add` call; a later call has a larger number. */
  readonly attempt: number;
}

/** Counts how much of an allowance an account has used, such as the images of a day. */
export interface UsageCounter {
  /**
   * Counts an event. Atomic, and idempotent by `id`: a repeated event keeps its place and gets a new attempt number.
   *
   * @param counter the name of the counter, for example `images/7/2026-01-05`; a new one starts at 0
   */
  add(counter: string, id: string): Promise<UsageEvent>;
  /**
   * Reverts an event that did not take place, unless it was added again after this attempt, because then another
   * process works on it. The place of a reverted event is free for another event.
   */
  remove(counter: string, id: string, attempt: number): Promise<void>;
  count(counter: string): Promise<number>;
}
