/** Stores JSON values for a limited time; it may evict any of them earlier. */
export interface Cache<Value> {
  /** Returns a copy of the value, or `undefined` when it is absent or expired. */
  get(key: string): Promise<Value | undefined>;
  set(key: string, value: Value, ttlMs: number): Promise<void>;
  /**
   * Acquires a lease on computing a key's value, so that only one of several processes that share a cache computes
   * it. The lease expires after `ttlMs` milliseconds. A cache of a single process leaves this method out.
   *
   * @returns a function that releases the lease; `undefined` when another process holds it
   */
  claim?(key: string, ttlMs: number): Promise<(() => Promise<void>) | undefined>;
}
