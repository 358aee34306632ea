/** Counts what an account has used of an allowance, such as the pictures of a day. */
export interface UsageCounter {
  /**
   * Counts an event. Atomic, and idempotent by `id`.
   *
   * @param counter what is counted, for example `images/7/2026-01-05`; a new one begins at 0
   * @returns how many were counted before it; the same again for an `id` that was counted before
   */
  add(counter: string, id: string): Promise<number>;
  /** Takes an event back that did not happen after all. */
  remove(counter: string, id: string): Promise<void>;
  count(counter: string): Promise<number>;
}
