import { createStepCharges } from "./step-charges.ts";
import { TURN_MS, TurnMeter } from "./turn-meter.ts";
import { tryAgain, type UsageAccount } from "./usage-account.ts";

/** Most steps that may run before the microtasks that they have queued are done. */
const MAX_UNSETTLED = 8;

/** Runs the main-thread work of guests. */
export interface HostWork {
  /**
   * Runs a step immediately if there is time, else in a later turn of the event loop. Steps of one account
   * run in order, and their time is charged to it. A step must not throw.
   */
  run(account: UsageAccount, step: () => void): void;
  /**
   * Runs work at once and charges its time to the account. For work that cannot wait and queues no microtasks. It
   * must not throw.
   */
  runNow(account: UsageAccount, work: () => void): void;
  /** Stops the measurement; call it when no more work will be added. */
  readonly close: () => void;
}

/**
 * Creates the queue of a sandbox's work in the main thread.
 *
 * Each step is short: one request, one answer, some console lines. Plugins take turns (round robin), and so do the
 * installations of each plugin. When the time of the turn is used up, or when every plugin that has steps has used up
 * its part of it (see {@link TurnMeter}), the event loop gets control. So the longest stall is one step, whatever
 * plugins request. An account that has used up its budget of main-thread time waits for the refill.
 *
 * Most of a host call's work is not done in its step but in the promise jobs (microtasks) that the step queues. Node
 * runs all of them before anything else, so their time belongs to the step: the meter measures them until none is
 * left, and the next waiting step begins only then.
 */
export function createHostWork(): HostWork {
  /** Waiting steps by account. */
  const steps = new Map<UsageAccount, (() => void)[]>();
  /** Waiting accounts that are not delayed by a budget, by plugin; each runs one step per turn. */
  const turns = new Map<UsageAccount, Set<UsageAccount>>();
  /** The step that is running. */
  let running: RunningStep | undefined;
  let isDraining = false;
  /** Charges the running step and the microtasks that steps have queued. */
  const charges = createStepCharges();
  const meter = new TurnMeter(charges);
  /** Number of steps that have run since the microtask queue was last empty. */
  let unsettled = 0;

  function settle(): void {
    unsettled = 0;
    meter.measure(undefined);
  }

  function execute(account: UsageAccount, step: () => void): void {
    // A step may run a step of another account, for example by releasing bytes for which that account waits.
    const outer = running;
    const before = meter.measure(account);
    running = { account, since: performance.now() };
    if (unsettled++ === 0) afterMicrotasks(settle);
    step();
    running = outer;
    meter.measure(before ?? account);
  }

  function mayRun(account: UsageAccount): boolean {
    if (unsettled >= MAX_UNSETTLED) return false;
    if (charges.isOpen(account) || account.stepDelayMs() > 0) return false;
    return meter.isOld || meter.hasTime(account);
  }

  /** Whether a new step can run inside the running step: only of the same account, and while that step is short. */
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

  /** Takes the plugin's account that has waited longest, and puts the plugin behind the others. */
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
    meter.beginTurn();
    serveNext();
  }

  /** Serves accounts one after another while the turn has time; the next one only after the microtasks have run. */
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
    if (meter.isOver) return undefined;
    // The loop skips few plugins, because the turn is over when those skipped have used up all of its time.
    for (const [plugin, accounts] of turns) {
      if (meter.hasTime(plugin)) return takeTurnOf(plugin, accounts);
    }
    return undefined;
  }

  /** Runs the account's first step, unless its budget delays it. */
  function serve(account: UsageAccount): void {
    if (charges.isOpen(account)) return void setImmediate(queueTurn, account);
    const delay = account.stepDelayMs();
    if (delay > 0) {
      tryAgain(() => queueTurn(account), delay);
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
    runNow(account, work) {
      const before = meter.measure(account);
      work();
      meter.measure(before);
    },
    close: charges.close,
  };
}

/** A step that is running. */
interface RunningStep {
  readonly account: UsageAccount;
  /** The start of the step, by `performance.now()`. */
  readonly since: number;
}

/**
 * Calls a function when all queued promise jobs, and all that these add, have run: Node empties the queue of
 * microtasks before it runs a `nextTick` callback that one of the microtasks has added.
 */
function afterMicrotasks(callback: () => void): void {
  queueMicrotask(() => process.nextTick(callback));
}

/** Runs a step, which may throw, when its account has a turn; the promise settles with the step's result or error. */
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
