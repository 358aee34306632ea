import { CpuTimer } from "../../protocol/cpu-time.ts";
import type { UsageAccount } from "./usage-account.ts";

/** Milliseconds of steps that may run without a pause; the rest waits for the next turn of the event loop. */
const TURN_MS = 2;

/** The same for the steps of one plugin: what another one needs of the main thread comes sooner. */
const PLUGIN_TURN_MS = 0.5;

/** Milliseconds after which the count starts again, because the event loop has had turns in between. */
const WINDOW_MS = 4;

/** Upper bound in milliseconds until an account that is over a budget is tried again. */
const MAX_DELAY_MS = 1000;

/** Runs the main-thread work of guests. */
export interface HostWork {
  /**
   * Runs a step immediately if there is time, else in a later turn of the event loop. Steps of one account
   * run in order, and their time is charged to it. A step must not throw.
   */
  run(account: UsageAccount, step: () => void): void;
}

/**
 * Creates the queue of a sandbox's work in the main thread.
 *
 * Each step is short: one request, one answer, some console lines. Plugins take turns (round robin), and the
 * installations of each. After {@link TURN_MS}, or {@link PLUGIN_TURN_MS} of each plugin that has steps, the event
 * loop gets control: the longest stall is one step, whatever plugins request. An account that has used up its
 * budget of main-thread time waits for the refill.
 */
export function createHostWork(): HostWork {
  /** Waiting steps by account. */
  const steps = new Map<UsageAccount, (() => void)[]>();
  /** Waiting accounts that are not delayed by a budget, by plugin; each runs one step per turn. */
  const turns = new Map<UsageAccount, Set<UsageAccount>>();
  /** Start of the current count, and the time used since: in sum, and by plugin. */
  let countedSince = 0;
  let usedMs = 0;
  const usedBy = new Map<UsageAccount, number>();
  /** The account whose step is running, and since when. */
  let running: UsageAccount | undefined;
  let runningSince = 0;
  let isDraining = false;
  /** Measures CPU time: on a busy machine the wall clock would charge plugins for time without a core. */
  const timer = new CpuTimer();

  function execute(account: UsageAccount, step: () => void): void {
    const started = performance.now();
    timer.start();
    if (started - countedSince > WINDOW_MS) countAnew(started);
    // A step may run one of another account, for example by releasing bytes that it waits for.
    const outer = { running, runningSince };
    running = account;
    runningSince = started;
    step();
    ({ running, runningSince } = outer);
    const ms = performance.now() - started;
    usedMs += ms;
    usedBy.set(account.plugin, (usedBy.get(account.plugin) ?? 0) + ms);
    account.chargeStep(timer.estimated());
  }

  function countAnew(now: number): void {
    countedSince = now;
    usedMs = 0;
    usedBy.clear();
  }

  function hasTime({ plugin }: UsageAccount): boolean {
    return usedMs < TURN_MS && (usedBy.get(plugin) ?? 0) < PLUGIN_TURN_MS;
  }

  function mayRun(account: UsageAccount): boolean {
    const isNewCount = performance.now() - countedSince > WINDOW_MS;
    return (isNewCount || hasTime(account)) && account.stepDelayMs() === 0;
  }

  function queueTurn(account: UsageAccount): void {
    const { plugin } = account;
    const accounts = turns.get(plugin);
    if (accounts === undefined) turns.set(plugin, new Set([account]));
    else accounts.add(account);
    drainSoon();
  }

  /** Takes the account that waits longest, and puts its plugin behind the others. */
  function takeTurnOf(plugin: UsageAccount, accounts: Set<UsageAccount>): UsageAccount | undefined {
    const [account] = accounts;
    turns.delete(plugin);
    if (account !== undefined) accounts.delete(account);
    if (accounts.size > 0) turns.set(plugin, accounts);
    return account;
  }

  function drainSoon(): void {
    if (isDraining) return;
    isDraining = true;
    setImmediate(drain);
  }

  function drain(): void {
    isDraining = false;
    countAnew(performance.now());
    // A plugin with more steps comes again in this loop, behind the others.
    for (const [plugin, accounts] of turns) {
      if (usedMs >= TURN_MS) break;
      if (!hasTime(plugin)) continue;
      const account = takeTurnOf(plugin, accounts);
      if (account !== undefined) serve(account);
    }
    if (turns.size > 0) drainSoon();
  }

  /** Runs the account's first step, unless its budget delays it. */
  function serve(account: UsageAccount): void {
    const delay = account.stepDelayMs();
    if (delay > 0) {
      setTimeout(() => queueTurn(account), Math.min(delay, MAX_DELAY_MS));
      return;
    }
    const waiting = steps.get(account);
    const step = waiting?.shift();
    if (waiting === undefined || waiting.length === 0) steps.delete(account);
    if (step !== undefined) execute(account, step);
    if (steps.has(account)) queueTurn(account);
  }

  return {
    run(account, step) {
      const waiting = steps.get(account);
      if (waiting !== undefined) waiting.push(step);
      // Called from within a step of the same account: part of that step, and measured with it, while it is
      // short.
      else if (running === account && performance.now() - runningSince < TURN_MS) step();
      else if (running !== account && mayRun(account)) execute(account, step);
      else {
        steps.set(account, [step]);
        queueTurn(account);
      }
    },
  };
}

/** Runs a step that may throw when its account has a turn; settles as the step does. */
export function runInTurn<Value>(
  work: HostWork,
  account: UsageAccount,
  step: () => Value | PromiseLike<Value>,
): Promise<Value> {
  return new Promise((resolve, reject) => {
    work.run(account, () => {
      try {
        resolve(step());
      } catch (thrown) {
        reject(thrown);
      }
    });
  });
}
