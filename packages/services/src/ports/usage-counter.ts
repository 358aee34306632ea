/** Counts what an account has used of an allowance, such as the images of a day. */
export interface UsageCounter {
  /**
   * Counts an event. Atomic, and idempotent by `id`.
   *
   * @param counter the name of the counter, for example `images/7/2026-01-05`; a new one starts at 0
   * @returns the count before the event; a repeated `id` returns the same number again
   */
  add(counter: string, id: string): Promise<number>;
  /** Reverts an event that did not take place. */
  remove(counter: string, id: string): Promise<void>;
  count(counter: string): Promise<number>;
}
