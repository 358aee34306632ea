/** Stores JSON values for a limited time; it may evict any of them earlier. */
export interface Cache<Value> {
  /** A copy of the value, or `undefined` when it is absent or expired. */
  get(key: string): Promise<Value | undefined>;
  set(key: string, value: Value, ttlMs: number): Promise<void>;
  /**
   * Takes the right to make a key's value, for as long as `ttlMs`, so that of several processes with one cache
   * one makes it. Left out by a cache that only one process has.
   *
   * @returns what gives the right back; `undefined`: another one has it
   */
  claim?(key: string, ttlMs: number): Promise<(() => Promise<void>) | undefined>;
}
