import { CpuTimer } from "../../protocol/cpu-time.ts";
import type { StepCharges } from "./step-charges.ts";
import type { UsageAccount } from "./usage-account.ts";

/** Milliseconds of steps that may run without a pause; the rest waits for the next turn of the event loop. */
export const TURN_MS = 2;

/** The same for the steps of one plugin while others are active: what they need of the main thread comes sooner. */
const PLUGIN_TURN_MS = 0.5;

/** Milliseconds after which the count starts again, because the event loop has had turns in between. */
const WINDOW_MS = 4;

/**
 * Measures what the main thread does for plugins: for the turn of the event loop, of which all of them and each one
 * have a part, and for their accounts. At any time it measures one account, or none.
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
    // Nothing is read where nothing changes: a host call has several steps, one in another.
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

  /** The event loop has had a turn: all time is there again. */
  beginTurn(): void {
    this.countedSince = performance.now();
    this.usedMs = 0;
    this.usedBy.clear();
  }

  /** Whether the event loop must have had a turn in the meantime, since nothing that is measured has filled it. */
  get isOld(): boolean {
    return this.account === undefined && performance.now() - this.countedSince > WINDOW_MS;
  }

  /** Whether plugins have used up the turn. */
  get isOver(): boolean {
    return this.usedMs + this.elapsedMs >= TURN_MS;
  }

  /** Whether the account's plugin has time left in this turn. */
  hasTime({ plugin }: UsageAccount): boolean {
    if (this.isOver) return false;
    const running = this.account?.plugin === plugin ? this.elapsedMs : 0;
    return (this.usedBy.get(plugin) ?? 0) + running < PLUGIN_TURN_MS || !plugin.hasRivals;
  }

  /** Milliseconds for which the account is measured. */
  private get elapsedMs(): number {
    return this.account === undefined ? 0 : performance.now() - this.since;
  }
}
