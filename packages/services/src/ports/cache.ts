/** Stores JSON values for a limited time; it may evict any of them earlier. */
export interface Cache<Value> {
  /** A copy of the value, or `undefined` when it is absent or expired. */
  get(key: string): Promise<Value | undefined>;
  set(key: string, value: Value, ttlMs: number): Promise<void>;
}
