/**
 * `"slow"`: the plugin runs in separate low-priority workers and after all normal plugins. `"heavy"`: the plugin is
 * slow, and its slices take so long that only some of these workers may run it.
 */
export type SchedulingClass = "normal" | "slow" | "heavy";

/**
 * `"proven"`: a plugin that has run for some time without being slow. Until then it is `"new"`, or `"suspect"` for some
 * time after it was slow.
 */
export type Standing = "proven" | "new" | "suspect";

/**
 * Milliseconds for which a plugin is slow after it has computed too long for the first time. It is short because a
 * quick plugin can become slow by accident: a pause of the machine counts as CPU time of the running plugin, which
 * then waits behind the calls of slow plugins. Each further time doubles the duration …
 */
const SLOW_FIRST_MS = 500;

/** … up to this one. A plugin that has not been slow for this many milliseconds begins with the first one again. */
const SLOW_MOST_MS = 10_000;

/**
 * Milliseconds of a slice from which its end renews the time for which its plugin is slow: otherwise that time could
 * expire during a slice that takes seconds.
 */
const SLOW_SLICE_MS = 10;

/** Slices after which a plugin counts as proven … */
const PROOF_SLICES = 20;

/**
 * … and the probation after a plugin was slow, as a multiple of the time for which it was slow: 5 s after the first
 * time, at most a minute.
 */
const PROBATION_TIMES = 10;
const PROBATION_MOST_MS = 60_000;

/** Predicted milliseconds of a slice from which a slow plugin is heavy: users of others would notice such a wait. */
export const HEAVY_MS = 50;

/** Records until when a plugin, or one installation of it, is slow, and whether it is proven. */
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

  /** Records that a slice of `ms` milliseconds has ended. */
  endSlice(ms: number): void {
    this.slices = Math.min(PROOF_SLICES, this.slices + 1);
    const now = performance.now();
    if (ms < SLOW_SLICE_MS || now - this.until > SLOW_MOST_MS) return;
    this.until = Math.max(this.until, now + this.forMs);
  }

  /** Makes the plugin slow because it has computed too long; returns for how many milliseconds. */
  slowDown(): number {
    const now = performance.now();
    const isFirst = now - this.until > SLOW_MOST_MS;
    this.forMs = isFirst ? SLOW_FIRST_MS : Math.min(SLOW_MOST_MS, 2 * this.forMs);
    this.until = now + this.forMs;
    return this.forMs;
  }
}
