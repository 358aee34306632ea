/** How many messages of one app a member sees per window; further ones are dropped without an error. */
const WINDOWS: readonly (readonly [ms: number, count: number])[] = [
  [60_000, 30],
  [3_600_000, 1000],
];

/** Counts messages per member, as the platform does. */
export class MemberQuota {
  readonly #times = new Map<string, number[]>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Whether one more message is shown; counts it if so. */
  take(member: string): boolean {
    const now = this.#now();
    const times = (this.#times.get(member) ?? []).filter((time) => time > now - 3_600_000);
    this.#times.set(member, times);
    const isFull = WINDOWS.some(
      ([ms, count]) => times.filter((time) => time > now - ms).length >= count,
    );
    if (!isFull) times.push(now);
    return !isFull;
  }
}
