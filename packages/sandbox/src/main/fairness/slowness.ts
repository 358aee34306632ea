/**
 * `"slow"`: the plugin runs in separate low-priority workers and after all normal plugins. `"heavy"`: it is slow, and
 * its slices take so long that it runs in some of these workers only.
 */
export type SchedulingClass = "normal" | "slow" | "heavy";

/**
 * `"proven"`: a plugin that has run for some time without being slow. Until then it is `"new"`, or `"suspect"` for some
 * time after it was slow.
 */
export type Standing = "proven" | "new" | "suspect";

/**
 * Milliseconds for which a plugin is slow when it has computed too long for the first time. A pause of the machine
 * counts as computing of whatever ran, so that a quick plugin can be among the slow ones by accident, and then waits
 * for their calls. Each further time doubles it …
 */
const SLOW_FIRST_MS = 500;

/** … up to this. A plugin that has not been slow for as long begins with the first again. */
const SLOW_MOST_MS = 10_000;

/**
 * The time for which a plugin is slow begins again at the end of a slice of this many milliseconds: else it would be
 * over before a slice that takes seconds.
 */
const SLOW_SLICE_MS = 10;

/** Slices after which it is known what a plugin's slices take … */
const PROOF_SLICES = 20;

/** … and times as long as it was slow for which that is not known again: 5 s after the first time, a minute at most. */
const PROBATION_TIMES = 10;
const PROBATION_MOST_MS = 60_000;

/** Predicted milliseconds of a slice from which a slow plugin is heavy: another one would notice that it waits. */
export const HEAVY_MS = 50;

/** For how long a plugin, or one installation of it, is slow, and what is known of it. */
export class Slowness {
  private until = Number.NEGATIVE_INFINITY;
  private forMs = 0;
  /** Slices that have ended, up to {@link PROOF_SLICES}. */
  private slices = 0;

  get isSlow(): boolean {
    return this.until > 0 && this.until > performance.now();
  }

  get standing(): Standing {
    const probationMs = Math.min(PROBATION_MOST_MS, PROBATION_TIMES * this.forMs);
    if (performance.now() - this.until <= probationMs) return "suspect";
    return this.slices < PROOF_SLICES ? "new" : "proven";
  }

  /** A slice of so many milliseconds has ended. */
  endSlice(ms: number): void {
    this.slices = Math.min(PROOF_SLICES, this.slices + 1);
    const now = performance.now();
    if (ms < SLOW_SLICE_MS || now - this.until > SLOW_MOST_MS) return;
    this.until = Math.max(this.until, now + this.forMs);
  }

  /** It has computed for too long; returns for how many milliseconds it is slow from now on. */
  slowDown(): number {
    const now = performance.now();
    const isFirst = now - this.until > SLOW_MOST_MS;
    this.forMs = isFirst ? SLOW_FIRST_MS : Math.min(SLOW_MOST_MS, 2 * this.forMs);
    this.until = now + this.forMs;
    return this.forMs;
  }
}
