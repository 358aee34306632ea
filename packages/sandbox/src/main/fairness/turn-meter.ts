import { CpuTimer } from "../../protocol/cpu-time.ts";
import type { StepCharges } from "./step-charges.ts";
import type { UsageAccount } from "./usage-account.ts";

/** Milliseconds of steps that may run in one turn; further steps wait for the next turn of the event loop. */
export const TURN_MS = 2;

/** The same for one plugin while others are active, so that the others' steps run sooner. */
const PLUGIN_TURN_MS = 0.5;

/** Milliseconds after which the count starts again, because the event loop has had turns in between. */
const WINDOW_MS = 4;

/**
 * Measures the time that the main thread spends on plugins. The sum bounds the turn of the event loop, and each
 * plugin's part of the turn; the steps are charged to accounts. It measures at most one account at a time.
 */
export class TurnMeter {
  private account: UsageAccount | undefined;
  private since = 0;
  /** Start of the current count, and the time used since: in sum, and by plugin. */
  private countedSince = 0;
  private usedMs = 0;
  private readonly usedBy = new Map<UsageAccount, number>();
  /** Measures CPU time: on a busy machine the wall clock would charge plugins for time without a core. */
  private readonly timer = new CpuTimer();
  private readonly charges: Pick<StepCharges, "charge">;

  constructor(charges: Pick<StepCharges, "charge">) {
    this.charges = charges;
  }

  /** Measures another account from now on; returns the one that was measured until now. */
  measure(account: UsageAccount | undefined): UsageAccount | undefined {
    const before = this.account;
    // Reads no clock if the account stays the same: a host call has several steps, some inside others.
    if (account === before) return before;
    if (before !== undefined) {
      const { plugin } = before;
      const ms = this.elapsedMs;
      this.usedMs += ms;
      this.usedBy.set(plugin, (this.usedBy.get(plugin) ?? 0) + ms);
      const step = { from: this.since, until: this.since + ms };
      this.charges.charge(before, step, this.timer.estimated());
    }
    if (account !== undefined) {
      if (this.isOld) this.beginTurn();
      this.since = performance.now();
      this.timer.start();
    }
    this.account = account;
    return before;
  }

  /** The event loop has had a turn: resets the used time. */
  beginTurn(): void {
    this.countedSince = performance.now();
    this.usedMs = 0;
    this.usedBy.clear();
  }

  /** Whether the count is so old that the event loop has had a turn since: no measured work has filled the time. */
  get isOld(): boolean {
    return this.account === undefined && performance.now() - this.countedSince > WINDOW_MS;
  }

  /** Whether plugins have used up the time of the turn. */
  get isOver(): boolean {
    return this.usedMs + this.elapsedMs >= TURN_MS;
  }

  /** Whether the account's plugin has time left in this turn. */
  hasTime({ plugin }: UsageAccount): boolean {
    if (this.isOver) return false;
    const running = this.account?.plugin === plugin ? this.elapsedMs : 0;
    return (this.usedBy.get(plugin) ?? 0) + running < PLUGIN_TURN_MS || !plugin.hasRivals;
  }

  /** Milliseconds since the measurement of the current account began; 0 without one. */
  private get elapsedMs(): number {
    return this.account === undefined ? 0 : performance.now() - this.since;
  }
}
