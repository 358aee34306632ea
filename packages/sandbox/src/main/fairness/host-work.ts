import { CpuTimer } from "../../protocol/cpu-time.ts";
import type { UsageAccount } from "./usage-account.ts";

/** Milliseconds of steps without a pause; what does not fit waits for the next turn of the event loop. */
const TURN_MS = 2;

/** Milliseconds after which a new count begins: the event loop has had its turns in the meantime. */
const WINDOW_MS = 4;

/** Milliseconds after which an account that is over a budget is looked at again at the latest. */
const LONGEST_DELAY_MS = 1000;

/** Does for guests what has to be done in the main thread. */
export interface HostWork {
  /**
   * Does a step at once if there is time, else in a later turn of the event loop. The steps of one
   * account are done in their order; their time is charged to it. A step must not throw.
   */
  run(account: UsageAccount, step: () => void): void;
}

/**
 * Makes the queue of a sandbox's work in the main thread. A step is short: one request, one answer,
 * some lines of the console. So the longest stall of the event loop is one step, whatever plugins
 * ask for, and accounts take turns. Who has used up its budget of main-thread time waits for it.
 */
export function createHostWork(): HostWork {
  /** The steps that wait, by account. */
  const steps = new Map<UsageAccount, (() => void)[]>();
  /** The accounts that wait and are not delayed: one step each, in turn. */
  const turns = new Set<UsageAccount>();
  /** Since when, and how much, time has been used. */
  let countedSince = 0;
  let usedMs = 0;
  /** Whose step runs. */
  let running: UsageAccount | undefined;
  let isDraining = false;
  /** On a busy machine the clock would charge plugins for the time in which this thread had no core. */
  const timer = new CpuTimer();

  function execute(account: UsageAccount, step: () => void): void {
    const started = performance.now();
    timer.start();
    if (started - countedSince > WINDOW_MS) {
      countedSince = started;
      usedMs = 0;
    }
    running = account;
    step();
    running = undefined;
    usedMs += performance.now() - started;
    account.chargeStep(timer.estimated());
  }

  function mayRun(account: UsageAccount): boolean {
    const hasTime = usedMs < TURN_MS || performance.now() - countedSince > WINDOW_MS;
    return hasTime && account.stepDelayMs() === 0;
  }

  function queueTurn(account: UsageAccount): void {
    turns.add(account);
    drainSoon();
  }

  function drainSoon(): void {
    if (isDraining) return;
    isDraining = true;
    setImmediate(drain);
  }

  function drain(): void {
    isDraining = false;
    countedSince = performance.now();
    usedMs = 0;
    // Whoever is served and has more to do comes again, behind the others.
    for (const account of turns) {
      if (usedMs >= TURN_MS) return drainSoon();
      turns.delete(account);
      serve(account);
    }
  }

  /** Does the account's first step, unless it has to wait. */
  function serve(account: UsageAccount): void {
    const delay = account.stepDelayMs();
    if (delay > 0) {
      setTimeout(() => queueTurn(account), Math.min(delay, LONGEST_DELAY_MS));
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
      // A part of the step that runs: counted with it.
      else if (running === account) step();
      else if (mayRun(account)) execute(account, step);
      else {
        steps.set(account, [step]);
        queueTurn(account);
      }
    },
  };
}
