import { CpuTimer } from "../../protocol/cpu-time.ts";
import type { UsageAccount } from "./usage-account.ts";

/** Milliseconds of steps that may run without a pause; the rest waits for the next turn of the event loop. */
const TURN_MS = 2;

/** The same for the steps of one plugin while others are active: what they need of the main thread comes sooner. */
const PLUGIN_TURN_MS = 0.5;

/** Milliseconds after which the count starts again, because the event loop has had turns in between. */
const WINDOW_MS = 4;

/** Most steps that run without a look at the microtasks that they leave. */
const MAX_UNSETTLED = 8;

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
 *
 * Most of a host call's work is not in its step, but in the promise jobs (microtasks) that the step leaves. Node runs
 * all of them before anything else, so they belong to the step's time: they are measured until none is left, and the
 * next waiting step begins only then.
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
  /** The step that is running. */
  let running: RunningStep | undefined;
  let isDraining = false;
  /** The account that is measured: of the running step, or of the microtasks that steps have left. */
  let measured: UsageAccount | undefined;
  let measuredSince = 0;
  let measuredMs = 0;
  /** Steps that have run since the microtasks were last seen to be done. */
  let unsettled = 0;
  /** Measures CPU time: on a busy machine the wall clock would charge plugins for time without a core. */
  const timer = new CpuTimer();

  /** Counts the time since the last call for the account that was measured, and measures another one. */
  function measure(account: UsageAccount | undefined): void {
    const now = performance.now();
    if (measured !== undefined) {
      const { plugin } = measured;
      const ms = now - measuredSince;
      usedMs += ms;
      usedBy.set(plugin, (usedBy.get(plugin) ?? 0) + ms);
      const computedMs = measuredMs + timer.estimated();
      measured.chargeStep(measuredMs, computedMs);
      measuredMs = account === measured ? computedMs : 0;
    }
    measured = account;
    measuredSince = now;
    if (account !== undefined) timer.start();
  }

  function settle(): void {
    unsettled = 0;
    measure(undefined);
  }

  function execute(account: UsageAccount, step: () => void): void {
    const since = performance.now();
    if (since - countedSince > WINDOW_MS) countAnew(since);
    // A step may run one of another account, for example by releasing bytes that it waits for.
    const outer = running;
    measure(account);
    running = { account, since };
    if (unsettled++ === 0) afterMicrotasks(settle);
    step();
    running = outer;
    measure(outer?.account ?? account);
  }

  function countAnew(now: number): void {
    countedSince = now;
    usedMs = 0;
    usedBy.clear();
  }

  function hasTime({ plugin }: UsageAccount): boolean {
    if (usedMs >= TURN_MS) return false;
    return (usedBy.get(plugin) ?? 0) < PLUGIN_TURN_MS || !plugin.hasRivals;
  }

  function mayRun(account: UsageAccount): boolean {
    if (unsettled >= MAX_UNSETTLED) return false;
    const isNewCount = performance.now() - countedSince > WINDOW_MS;
    return (isNewCount || hasTime(account)) && account.stepDelayMs() === 0;
  }

  /** Whether a step can be part of the one that begins it: while that one is short. */
  function isInner(account: UsageAccount): boolean {
    if (running?.account !== account || unsettled >= MAX_UNSETTLED) return false;
    return performance.now() - running.since < TURN_MS;
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
    countAnew(performance.now());
    serveNext();
  }

  /** Serves accounts one after another as long as there is time, each until its microtasks have run. */
  function serveNext(): void {
    const account = nextAccount();
    if (account !== undefined) {
      serve(account);
      return afterMicrotasks(serveNext);
    }
    isDraining = false;
    if (turns.size > 0) drainSoon();
  }

  function nextAccount(): UsageAccount | undefined {
    if (usedMs >= TURN_MS) return undefined;
    // Few plugins have no time left, because the turn is over when all of them have used it up.
    for (const [plugin, accounts] of turns) {
      if (hasTime(plugin)) return takeTurnOf(plugin, accounts);
    }
    return undefined;
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
      // Called from within a step of the same account: part of that step, and measured with it.
      else if (isInner(account)) {
        unsettled++;
        step();
      } else if (running?.account !== account && mayRun(account)) execute(account, step);
      else {
        steps.set(account, [step]);
        queueTurn(account);
      }
    },
  };
}

/** A step that is running. */
interface RunningStep {
  readonly account: UsageAccount;
  /** Since when, in milliseconds. */
  readonly since: number;
}

/**
 * Calls a function when all promise jobs that are there, and all that they add, have run: Node empties the queue of
 * microtasks before it runs a `nextTick` callback that one of them has added.
 */
function afterMicrotasks(callback: () => void): void {
  queueMicrotask(() => process.nextTick(callback));
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
