import type { TypingState } from "./simulator.ts";

interface Entry {
  readonly to: string;
  action: string;
  times: number;
  readonly startedAt: number;
  endsAt: number;
  end: "cancelled" | "answered" | undefined;
}

/** Who saw the bot typing, and until when. */
export class TypingLog {
  readonly #entries: Entry[] = [];
  readonly #latest = new Map<string, Entry>();
  readonly #now: () => number;

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
  }

  /** Ends what is shown, if anything is. */
  end(to: string, by: "cancelled" | "answered"): void {
    const shown = this.#shown(to);
    if (shown === undefined) return;
    shown.end = by;
    shown.endsAt = this.#now();
    this.#latest.delete(to);
  }

  all(): readonly TypingState[] {
    const now = this.#now();
    return this.#entries.map(({ end, ...entry }) => ({
      ...entry,
      state: end ?? (entry.endsAt > now ? "shown" : "expired"),
    }));
  }

  #shown(to: string): Entry | undefined {
    const entry = this.#latest.get(to);
    return entry !== undefined && entry.endsAt > this.#now() ? entry : undefined;
  }
}
