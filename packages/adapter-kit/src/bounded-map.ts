/** A map that forgets what was set longest ago, so that a long run does not fill the memory. */
export class BoundedMap<Key, Value> extends Map<Key, Value> {
  readonly #max: number;

  /** @param max How many entries are kept. */
  constructor(max: number) {
    super();
    this.#max = max;
  }

  override set(key: Key, value: Value): this {
    this.delete(key);
    super.set(key, value);
    const [oldest] = this.keys();
    if (this.size > this.#max && oldest !== undefined) this.delete(oldest);
    return this;
  }
}
