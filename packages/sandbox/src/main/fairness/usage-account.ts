import { LRUCache } from "lru-cache";
import { type Budget, TokenBucket } from "./token-bucket.ts";

/** What a plugin uses of its host beside the limits of each call. */
export type BudgetName = "cpu" | "main-thread" | "memory" | "broken-limits";

/** `"slow"`: served where, and when, it keeps nobody else waiting. */
export type SchedulingClass = "normal" | "slow";

/** Slices of so many milliseconds are long enough for others to notice: only they are charged. */
const LONG_SLICE_MS = 1;

/** Steps in the main thread of so many milliseconds are what every host call costs. */
const SHORT_STEP_MS = 0.5;

/** Bytes that every call has for nothing: the machine's own, and a little more. */
const FREE_BYTES = 33_554_432;

/** Milliseconds that a plugin stays slow after it has been over its CPU budget. */
const SLOW_FOR_MS = 10_000;

/** The share of a new slice in the average by which the next one's length is foretold. */
const SMOOTHING = 0.25;

/** Milliseconds that the first slice is thought to take. */
const UNKNOWN_MS = 1;

/** What one plugin may use: capacity, and what comes back in a second. */
const PLUGIN_BUDGETS: Readonly<Record<BudgetName, Budget>> = {
  // Milliseconds of long slices in workers.
  cpu: { capacity: 90, perSecond: 120 },
  // Milliseconds by which steps in the main thread were longer than short ones.
  "main-thread": { capacity: 45, perSecond: 100 },
  // Bytes that calls have made their machines grow by: pages that the system had to find.
  memory: { capacity: 268_435_456, perSecond: 33_554_432 },
  // Calls and loads that ended by a limit.
  "broken-limits": { capacity: 6, perSecond: 0.2 },
};

/** What one installation may use, so that one person's use does not slow the plugin for the others. */
const INSTALLATION_BUDGETS: Readonly<Record<BudgetName, Budget>> = {
  cpu: { capacity: 30, perSecond: 40 },
  "main-thread": { capacity: 30, perSecond: 8 },
  memory: { capacity: 134_217_728, perSecond: 16_777_216 },
  "broken-limits": { capacity: 3, perSecond: 0.1 },
};

/** What calls wait for before they begin; who computes long is slow instead. */
const STARTS: readonly BudgetName[] = ["main-thread", "memory", "broken-limits"];

/** What steps in the main thread wait for. */
const STEPS: readonly BudgetName[] = ["main-thread"];

/** Installations of one plugin that are known at once; others begin with full budgets. */
const INSTALLATIONS = 1000;

/** Told when an account goes over a budget; `untilMs` is a number of milliseconds from now. */
export type OverBudgetListener = (budget: BudgetName, forMs: number) => void;

/**
 * What a plugin, or one installation of it, has used. Everything that is done for a guest is charged
 * here, in whatever thread it was done. Who is over a budget is not refused but waits.
 */
export class UsageAccount {
  /** The plugin of an installation. */
  readonly plugin: UsageAccount;
  /** Milliseconds of workers used, by which turns are given: the smaller goes first. */
  virtualMs = 0;
  /** How long a slice is going to take, by those before. */
  expectedMs: number = UNKNOWN_MS;
  /** Whether its last slice ended in waiting for the host. */
  isWaiting = false;
  private readonly buckets: Readonly<Record<BudgetName, TokenBucket>>;
  private readonly onOver: OverBudgetListener;
  private readonly isContended: (plugin: UsageAccount) => boolean;
  private slowUntil = Number.NEGATIVE_INFINITY;
  /** Budgets of which the owner has been told that they are used up. */
  private readonly over = new Set<BudgetName>();

  constructor(options: UsageAccountOptions) {
    this.plugin = options.plugin ?? this;
    this.onOver = options.onOver;
    this.isContended = options.isContended;
    const now = performance.now();
    const bucket = (name: BudgetName): TokenBucket => new TokenBucket(options.budgets[name], now);
    this.buckets = {
      cpu: bucket("cpu"),
      "main-thread": bucket("main-thread"),
      memory: bucket("memory"),
      "broken-limits": bucket("broken-limits"),
    };
  }

  /** Counts a turn in a worker when it is given, with the time that it is thought to take. */
  addTurn(): void {
    this.addVirtual(this.expectedMs);
  }

  /** Charges a slice of running in a worker, whose turn has been counted. */
  chargeSlice(ms: number, isWaiting: boolean): void {
    this.isWaiting = isWaiting;
    this.addVirtual(ms - this.expectedMs);
    this.expectedMs += (ms - this.expectedMs) * SMOOTHING;
    if (ms >= LONG_SLICE_MS) this.chargeBoth("cpu", ms);
  }

  /** Charges work in a thread beside the workers, whose turn has been counted. */
  chargeBeside(ms: number): void {
    this.addVirtual(ms - this.expectedMs);
    if (ms >= LONG_SLICE_MS) this.chargeBoth("cpu", ms);
  }

  /** Charges a machine that has grown from one size to another for a call. */
  chargeMemory(fromBytes: number, toBytes: number): void {
    const grown = toBytes - Math.max(fromBytes, FREE_BYTES);
    if (grown > 0) this.chargeBoth("memory", grown);
  }

  /** Charges a step in the main thread, if it was one that others had to wait for. */
  chargeStep(ms: number): void {
    if (ms > SHORT_STEP_MS) this.chargeBoth("main-thread", ms - SHORT_STEP_MS);
  }

  /** Charges a call that a limit has ended. */
  chargeBrokenLimit(): void {
    this.chargeBoth("broken-limits", 1);
  }

  /** It computes for so long that others have to move away: the plugin is slow, for everybody. */
  becomeSlow(): void {
    this.plugin.slowDown();
  }

  /** Where it is served now. */
  get schedulingClass(): SchedulingClass {
    const until = Math.max(this.slowUntil, this.plugin.slowUntil);
    return until > 0 && until > performance.now() ? "slow" : "normal";
  }

  /** Milliseconds until its next call may begin; 0 when no other plugin is there to be kept waiting. */
  startDelayMs(): number {
    return this.delayMs(STARTS);
  }

  /** The same for its next step in the main thread. */
  stepDelayMs(): number {
    return this.delayMs(STEPS);
  }

  private delayMs(names: readonly BudgetName[]): number {
    const own = this.debtMs(names);
    const all = this.plugin === this ? own : Math.max(own, this.plugin.debtMs(names));
    return all > 0 && this.isContended(this.plugin) ? all : 0;
  }

  private addVirtual(ms: number): void {
    this.virtualMs += ms;
    if (this.plugin !== this) this.plugin.virtualMs += ms;
  }

  private slowDown(): void {
    const now = performance.now();
    const isNew = this.slowUntil <= now;
    this.slowUntil = now + SLOW_FOR_MS;
    if (isNew) this.onOver("cpu", SLOW_FOR_MS);
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
    bucket.take(amount, now);
    const debt = bucket.debtMs(now);
    if (debt === 0) return;
    if (name === "cpu") {
      // Alone, it may use every worker: nobody waits for it, and a burst of short calls is no attack.
      if (this.isContended(this.plugin)) this.slowDown();
      return;
    }
    if (this.over.has(name)) return;
    this.over.add(name);
    this.onOver(name, debt);
  }
}

/** Budgets of a sandbox; those of one installation are beside those of its plugin. */
export interface BudgetOptions {
  readonly plugin?: Partial<Record<BudgetName, Budget>>;
  readonly installation?: Partial<Record<BudgetName, Budget>>;
}

/** What {@link createPluginAccounts} needs. */
export interface PluginAccountsOptions {
  readonly onOver: OverBudgetListener;
  readonly isContended: (plugin: UsageAccount) => boolean;
  readonly budgets?: BudgetOptions;
}

/** What a {@link UsageAccount} is made from. */
interface UsageAccountOptions {
  /** The plugin of an installation; absent for a plugin. */
  readonly plugin?: UsageAccount;
  readonly budgets: Readonly<Record<BudgetName, Budget>>;
  readonly onOver: OverBudgetListener;
  /** Whether others than this plugin are there. */
  readonly isContended: (plugin: UsageAccount) => boolean;
}

/** The accounts of one plugin. */
export interface PluginAccounts {
  readonly plugin: UsageAccount;
  /** The account of the plugin as this user has it. */
  readonly installation: (userId: number) => UsageAccount;
}

/** Makes a plugin's account, and those of its installations as they come. */
export function createPluginAccounts(options: PluginAccountsOptions): PluginAccounts {
  const { onOver, isContended, budgets = {} } = options;
  const shared = { onOver, isContended };
  const plugin = new UsageAccount({ ...shared, budgets: { ...PLUGIN_BUDGETS, ...budgets.plugin } });
  const own = { ...INSTALLATION_BUDGETS, ...budgets.installation };
  const installations = new LRUCache<number, UsageAccount>({ max: INSTALLATIONS });
  return {
    plugin,
    installation(userId) {
      const known = installations.get(userId);
      if (known !== undefined) return known;
      const made = new UsageAccount({ ...shared, plugin, budgets: own });
      installations.set(userId, made);
      return made;
    },
  };
}
