import type { TypingState } from "./simulator.ts";

interface Entry {
  readonly to: string;
  action: string;
  times: number;
  readonly startedAt: number;
  endsAt: number;
  end: "cancelled" | "answered" | undefined;
}

const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Who saw the bot typing, and until when. */
export class TypingLog {
  readonly #entries: Entry[] = [];
  readonly #latest = new Map<string, Entry>();
  readonly #now: () => number;
  /** Ends of indicators that nobody prolongs, by who sees them. */
  readonly #expiries = new Map<string, NodeJS.Timeout>();
  /** Called when an indicator begins or ends, also when its time is over. */
  onChange: () => void = () => {};

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Shows it for so many milliseconds from now, or prolongs what is shown. */
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

  /** Ends what is shown, if anything is. */
  end(to: string, by: "cancelled" | "answered"): void {
    const shown = this.#shown(to);
    if (shown === undefined) return;
    shown.end = by;
    shown.endsAt = this.#now();
    this.#latest.delete(to);
    this.#watchExpiry(to);
    this.onChange();
  }

  /** Ends the timers. */
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

  /** Reports the end of what is shown, if it has one within the range of timers. */
  #watchExpiry(to: string): void {
    clearTimeout(this.#expiries.get(to));
    this.#expiries.delete(to);
    const shown = this.#shown(to);
    const left = shown === undefined ? Infinity : shown.endsAt - this.#now();
    if (left > LONGEST_TIMER_MS) return;
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
