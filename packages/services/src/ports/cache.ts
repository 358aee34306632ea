/** Remembers values of JSON for a while; it may forget any of them earlier. */
export interface Cache<Value> {
  /** A copy of the value, or `undefined` when it is absent or too old. */
  get(key: string): Promise<Value | undefined>;
  set(key: string, value: Value, ttlMs: number): Promise<void>;
}
