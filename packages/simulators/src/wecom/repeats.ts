/** Recognises repeated requests with `enable_duplicate_check`. */
export class RepeatCheck {
  readonly #seen = new Map<string, number>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Whether the same message was sent within its interval and this one requests duplicate suppression. */
  isRepeat(message: Readonly<Record<string, unknown>>): boolean {
    const { enable_duplicate_check: asked, duplicate_check_interval: interval, ...rest } = message;
    const key = JSON.stringify(rest);
    const before = this.#seen.get(key);
    const now = this.#now();
    const seconds = typeof interval === "number" ? interval : 1800;
    if (asked === 1 && before !== undefined && now - before < seconds * 1000) return true;
    this.#seen.set(key, now);
    return false;
  }
}
