import { entryLimit } from "@botwright/core";
import { LRUCache } from "lru-cache";
import { type BudgetName, type Budgets, type PluginBudgets, readBudgets } from "./budgets.ts";
import { HEAVY_MS, type SchedulingClass, Slowness, type Standing } from "./slowness.ts";
import { TokenBucket } from "./token-bucket.ts";

/** Slices of at least this many milliseconds delay others noticeably, and are charged in full. */
const LONG_SLICE_MS = 1;

/** Milliseconds of each step that `short-steps` is charged; `main-thread` is charged the rest. */
const SHORT_STEP_MS = 0.5;

/** Bytes of memory that each call may use without charge: the machine's initial memory and a little more. */
const FREE_BYTES = 33_554_432;

/** Bytes that each call may move into and out of its machine without charge. */
const FREE_TRANSFER = 131_072;

/** Milliseconds between two notifications of the same budget. */
const QUIET_MS = 1000;

/** Weight of a new slice in the moving average that predicts the next slice's duration. */
const SMOOTHING = 0.25;

/** Predicted milliseconds of a plugin's first slice. */
const UNKNOWN_MS = 1;

/** Budgets that delay steps in the main thread, and so the host calls of a call that has begun. */
const STEPS: readonly BudgetName[] = ["main-thread", "short-steps", "transfer"];

/** Budgets that delay the start of calls. Excess CPU time does not delay but makes the plugin slow. */
const STARTS: readonly BudgetName[] = [...STEPS, "memory", "broken-limits"];

/** Budgets that delay the loading of files. */
const LOADS: readonly BudgetName[] = [...STARTS, "loading"];

/** Most milliseconds until delayed work is tried again: its account may no longer be delayed, without rivals. */
const MAX_DELAY_MS = 250;

/** Calls `again` after the delay of an account, or after {@link MAX_DELAY_MS} if that is sooner. */
export function tryAgain(again: () => void, delayMs: number): void {
  setTimeout(again, Math.min(delayMs, MAX_DELAY_MS));
}

/** Installations of one plugin whose accounts are kept; an installation whose account was evicted has full budgets. */
const INSTALLATIONS = 1000;

/** Called when an account exceeds a budget; `forMs` is the duration in milliseconds from now. */
export type OverBudgetListener = (budget: BudgetName, forMs: number) => void;

/**
 * What a plugin, or one installation of it, has used. All work for a guest is charged here, whichever
 * thread did it. An account over a budget is delayed, not refused.
 */
export class UsageAccount {
  /** The plugin's account; for a plugin, the account itself. */
  readonly plugin: UsageAccount;
  /**
   * Virtual time of {@link FairQueue}: worker milliseconds used. The account with the smaller value is
   * served first.
   */
  virtualMs = 0;
  /**
   * Predicted milliseconds of the next slice, a moving average of the previous ones. A new installation begins with
   * its plugin's prediction, which covers the slices of all installations.
   */
  expectedMs: number;
  /** Whether the last slice ended with the call waiting for the host. */
  isWaiting = false;
  private readonly buckets: Readonly<Record<BudgetName, TokenBucket>>;
  private readonly onOver: OverBudgetListener;
  private readonly isContended: (plugin: UsageAccount) => boolean;
  private readonly slowness = new Slowness();
  /** Exceeded budgets. */
  private readonly over = new Set<BudgetName>();
  /** When the listener may be notified again of the same budget. */
  private readonly quietUntil = new Map<BudgetName, number>();

  constructor(options: UsageAccountOptions) {
    this.plugin = options.plugin ?? this;
    this.onOver = options.onOver;
    this.isContended = options.isContended;
    this.expectedMs = options.plugin?.expectedMs ?? UNKNOWN_MS;
    const now = performance.now();
    const bucket = (name: BudgetName): TokenBucket => new TokenBucket(options.budgets[name], now);
    this.buckets = {
      cpu: bucket("cpu"),
      "main-thread": bucket("main-thread"),
      "short-steps": bucket("short-steps"),
      memory: bucket("memory"),
      transfer: bucket("transfer"),
      loading: bucket("loading"),
      "broken-limits": bucket("broken-limits"),
    };
  }

  /** Charges a turn in a worker at its beginning, with the predicted duration. */
  addTurn(): void {
    this.addVirtual(this.expectedMs);
  }

  /** Takes back the charge of a turn that was not used, because a budget delays the account. */
  returnTurn(): void {
    this.addVirtual(-this.expectedMs);
  }

  /** Corrects the charge of a turn to the slice's actual duration. */
  chargeSlice(ms: number, isWaiting: boolean): void {
    this.isWaiting = isWaiting;
    this.addVirtual(ms - this.expectedMs);
    this.learn(ms);
    if (this.plugin !== this) this.plugin.learn(ms);
    this.plugin.slowness.endSlice(ms);
    this.chargeCpu(ms);
  }

  /** Charges the time that it took to move a waiting call's memory out of a machine. */
  chargeSuspension(ms: number): void {
    this.addVirtual(ms);
    this.chargeCpu(ms);
  }

  /** Corrects the charge of a turn that must not change the prediction: in another thread, or one that was cut off. */
  chargeTurn(ms: number): void {
    this.addVirtual(ms - this.expectedMs);
    this.chargeCpu(ms);
  }

  /** Corrects the charge of a turn to the CPU time that loading a file has taken. */
  chargeLoad(ms: number): void {
    this.addVirtual(ms - this.expectedMs);
    this.chargeBoth("loading", ms);
  }

  /** Charges the growth of a call's machine from one size to another. */
  chargeMemory(fromBytes: number, toBytes: number): void {
    const grown = toBytes - Math.max(fromBytes, FREE_BYTES);
    if (grown > 0) this.chargeBoth("memory", grown);
  }

  /** Charges the bytes that a call has moved into and out of its machine, given its sums before and after. */
  chargeTransfer(fromBytes: number, toBytes: number): void {
    const moved = toBytes - Math.max(fromBytes, FREE_TRANSFER);
    if (moved > 0) this.chargeBoth("transfer", moved);
  }

  /** Charges a main-thread step: its first half millisecond to `short-steps`, the rest to `main-thread`. */
  chargeStep(ms: number): void {
    this.chargeBoth("short-steps", Math.min(ms, SHORT_STEP_MS));
    if (ms > SHORT_STEP_MS) this.chargeBoth("main-thread", ms - SHORT_STEP_MS);
  }

  /** Charges a call, load or fetch that a limit ended, that ended its worker, or whose machine had to be replaced. */
  chargeBrokenLimit(): void {
    this.chargeBoth("broken-limits", 1);
  }

  /** The plugin's standing. */
  get standing(): Standing {
    return this.plugin.slowness.standing;
  }

  /** Makes the plugin slow for all its installations, because one slice was so long that other calls had to move. */
  becomeSlow(): void {
    this.plugin.slowDown();
  }

  /** Whether other plugins are active. */
  get hasRivals(): boolean {
    return this.isContended(this.plugin);
  }

  /** How the account is scheduled at the moment. */
  get schedulingClass(): SchedulingClass {
    if (!this.slowness.isSlow && !this.plugin.slowness.isSlow) return "normal";
    return this.expectedMs < HEAVY_MS ? "slow" : "heavy";
  }

  /** Milliseconds until the account's next call may start; 0 while no other plugin is active. */
  startDelayMs(): number {
    return this.delayMs(STARTS);
  }

  /** Milliseconds until the account's next file may be loaded. */
  loadDelayMs(): number {
    return this.delayMs(LOADS);
  }

  /** Milliseconds until the account's next step in the main thread may run. */
  stepDelayMs(): number {
    return this.delayMs(STEPS);
  }

  private delayMs(names: readonly BudgetName[]): number {
    const own = this.debtMs(names);
    const all = this.plugin === this ? own : Math.max(own, this.plugin.debtMs(names));
    return all > 0 && this.hasRivals ? all : 0;
  }

  /**
   * Charges a slice. The time for which others wait grows with the square of a slice's length: the longer it is, the
   * more of them arrive in it, and on average each waits for half of it. So short slices cost little; very many of
   * almost a millisecond still add up.
   */
  private chargeCpu(ms: number): void {
    const short = Math.min(1, ms / LONG_SLICE_MS);
    this.chargeBoth("cpu", ms * short * short);
  }

  private addVirtual(ms: number): void {
    this.virtualMs += ms;
    if (this.plugin !== this) this.plugin.virtualMs += ms;
  }

  private learn(ms: number): void {
    this.expectedMs += (ms - this.expectedMs) * SMOOTHING;
  }

  private slowDown(): void {
    const isNew = !this.slowness.isSlow;
    const forMs = this.slowness.slowDown();
    if (isNew) this.onOver("cpu", forMs);
  }

  private debtMs(names: readonly BudgetName[]): number {
    if (this.over.size === 0) return 0;
    const now = performance.now();
    let longest = 0;
    for (const name of names) {
      const debt = this.buckets[name].debtMs(now);
      if (debt === 0) this.over.delete(name);
      longest = Math.max(longest, debt);
    }
    return longest;
  }

  private chargeBoth(name: BudgetName, amount: number): void {
    this.charge(name, amount);
    if (this.plugin !== this) this.plugin.charge(name, amount);
  }

  private charge(name: BudgetName, amount: number): void {
    const now = performance.now();
    const bucket = this.buckets[name];
    if (name !== "broken-limits" && !this.hasRivals) {
      // The only active plugin may use the whole host: it spends its reserve but owes nothing to later ones.
      bucket.takeRest(amount, now);
      return;
    }
    bucket.take(amount, now);
    const debt = bucket.debtMs(now);
    if (debt === 0) return;
    if (name === "cpu") return this.slowDown();
    if (this.over.has(name)) return;
    this.over.add(name);
    // A plugin that uses exactly its refill exceeds the budget again with each call: notify seldom.
    if (now < (this.quietUntil.get(name) ?? 0)) return;
    this.quietUntil.set(name, now + QUIET_MS);
    this.onOver(name, debt);
  }
}

/** What {@link createPluginAccounts} needs. */
export interface PluginAccountsOptions {
  readonly onOver: OverBudgetListener;
  readonly isContended: (plugin: UsageAccount) => boolean;
  /** @default what {@link readBudgets} makes of no options */
  readonly budgets?: PluginBudgets;
}

/** What a {@link UsageAccount} needs. */
interface UsageAccountOptions {
  /** The plugin of an installation; absent for a plugin's own account. */
  readonly plugin?: UsageAccount;
  readonly budgets: Budgets;
  readonly onOver: OverBudgetListener;
  /** Whether plugins other than this one are active. */
  readonly isContended: (plugin: UsageAccount) => boolean;
}

/** The accounts of one plugin. */
export interface PluginAccounts {
  readonly plugin: UsageAccount;
  /** The account of one user's installation. */
  readonly installation: (userId: number) => UsageAccount;
}

/** Creates a plugin's account, and those of its installations on first use. */
export function createPluginAccounts(options: PluginAccountsOptions): PluginAccounts {
  const { onOver, isContended, budgets = readBudgets() } = options;
  const shared = { onOver, isContended };
  const plugin = new UsageAccount({ ...shared, budgets: budgets.plugin });
  const installations = new LRUCache<number, UsageAccount>(entryLimit(INSTALLATIONS));
  return {
    plugin,
    installation(userId) {
      const known = installations.get(userId);
      if (known !== undefined) return known;
      const made = new UsageAccount({ ...shared, plugin, budgets: budgets.installation });
      installations.set(userId, made);
      return made;
    },
  };
}
