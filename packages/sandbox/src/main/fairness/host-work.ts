import { createStepCharges } from "./step-charges.ts";
import { TURN_MS, TurnMeter } from "./turn-meter.ts";
import { tryAgain, type UsageAccount } from "./usage-account.ts";

/** Most steps that run without a look at the microtasks that they leave. */
const MAX_UNSETTLED = 8;

/** Runs the main-thread work of guests. */
export interface HostWork {
  /**
   * Runs a step immediately if there is time, else in a later turn of the event loop. Steps of one account
   * run in order, and their time is charged to it. A step must not throw.
   */
  run(account: UsageAccount, step: () => void): void;
  /** Runs what cannot wait, and leaves no promise jobs; its time is charged to the account. It must not throw. */
  runNow(account: UsageAccount, work: () => void): void;
  /** No work comes any more. */
  readonly close: () => void;
}

/**
 * Creates the queue of a sandbox's work in the main thread.
 *
 * Each step is short: one request, one answer, some console lines. Plugins take turns (round robin), and the
 * installations of each. When the turn is over, or the part of each plugin that has steps (see {@link TurnMeter}), the
 * event loop gets control: the longest stall is one step, whatever plugins request. An account that has used up its
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
  /** The step that is running. */
  let running: RunningStep | undefined;
  let isDraining = false;
  /** Measures the running step, or the microtasks that steps have left. */
  const charges = createStepCharges();
  const meter = new TurnMeter(charges);
  /** Steps that have run since the microtasks were last seen to be done. */
  let unsettled = 0;

  function settle(): void {
    unsettled = 0;
    meter.measure(undefined);
  }

  function execute(account: UsageAccount, step: () => void): void {
    // A step may run one of another account, for example by releasing bytes that it waits for.
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
    meter.beginTurn();
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
    if (meter.isOver) return undefined;
    // Few plugins have no time left, because the turn is over when all of them have used it up.
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
