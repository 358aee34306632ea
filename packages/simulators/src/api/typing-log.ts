import type { TypingState } from "../simulator.ts";

interface Entry {
  readonly to: string;
  action: string;
  times: number;
  readonly startedAt: number;
  endsAt: number;
  end: "cancelled" | "answered" | undefined;
}

const MAX_TIMER_MS = 2 ** 31 - 1;

/** Records the typing indicators that people saw, each with its start and end. */
export class TypingLog {
  readonly #entries: Entry[] = [];
  readonly #latest = new Map<string, Entry>();
  readonly #now: () => number;
  /** Expiry timers of indicators, by the person who sees them. */
  readonly #expiries = new Map<string, NodeJS.Timeout>();
  /** Called when an indicator starts or ends, also when it expires. */
  onChange: () => void = () => {};

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Shows the indicator for `ms` milliseconds from now, or prolongs the shown one. */
  show(to: string, action: string, ms: number): void {
    const now = this.#now();
    const shown = this.#shown(to);
    if (shown === undefined) {
      const entry: Entry = {
        to,
        action,
        times: 1,
        startedAt: now,
        endsAt: now + ms,
        end: undefined,
      };
      this.#entries.push(entry);
      this.#latest.set(to, entry);
    } else {
      shown.action = action;
      shown.times += 1;
      shown.endsAt = now + ms;
    }
    this.#watchExpiry(to);
    this.onChange();
  }

  /** Ends the shown indicator, if there is one. */
  end(to: string, by: "cancelled" | "answered"): void {
    const shown = this.#shown(to);
    if (shown === undefined) return;
    shown.end = by;
    shown.endsAt = this.#now();
    this.#latest.delete(to);
    this.#watchExpiry(to);
    this.onChange();
  }

  /** Stops the timers. */
  close(): void {
    for (const timer of this.#expiries.values()) clearTimeout(timer);
    this.#expiries.clear();
  }

  all(): readonly TypingState[] {
    const now = this.#now();
    return this.#entries.map(({ end, ...entry }) => ({
      ...entry,
      state: end ?? (entry.endsAt > now ? "shown" : "expired"),
    }));
  }

  /** Calls `onChange` when the shown indicator expires, unless that exceeds the longest delay of a timer. */
  #watchExpiry(to: string): void {
    clearTimeout(this.#expiries.get(to));
    this.#expiries.delete(to);
    const shown = this.#shown(to);
    const left = shown === undefined ? Infinity : shown.endsAt - this.#now();
    if (left > MAX_TIMER_MS) return;
    const timer = setTimeout(() => {
      // A timer may fire a little before the clock has reached its time.
      if (this.#shown(to) !== undefined) return this.#watchExpiry(to);
      this.#expiries.delete(to);
      this.onChange();
    }, left);
    this.#expiries.set(to, timer.unref());
  }

  #shown(to: string): Entry | undefined {
    const entry = this.#latest.get(to);
    return entry !== undefined && entry.endsAt > this.#now() ? entry : undefined;
  }
}
