import { FairQueue, type Queued } from "./fair-queue.ts";
import type { UsageAccount } from "./usage-account.ts";

/** Milliseconds of steps in one turn of the event loop; what does not fit waits for the next turn. */
const TURN_MS = 2;

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
  /** One entry for each account that waits and is not delayed. */
  const turns = new FairQueue<Queued>();
  /** Time used in this turn of the event loop. */
  let usedMs = 0;
  let isTurnMarked = false;
  let isDraining = false;

  function execute(account: UsageAccount, step: () => void): void {
    markTurn();
    const started = performance.now();
    step();
    const ms = performance.now() - started;
    usedMs += ms;
    account.chargeMainThread(ms);
  }

  /** The next turn of the event loop begins with nothing used. */
  function markTurn(): void {
    if (isTurnMarked) return;
    isTurnMarked = true;
    setImmediate(() => {
      isTurnMarked = false;
      usedMs = 0;
    });
  }

  function queueTurn(account: UsageAccount): void {
    turns.push({ account });
    if (isDraining) return;
    isDraining = true;
    setImmediate(drain);
  }

  function drain(): void {
    isDraining = false;
    usedMs = 0;
    for (let turn = turns.shift(); turn !== undefined; turn = turns.shift()) {
      // Serving adds to the time that is used.
      if (usedMs >= TURN_MS) return queueTurn(turn.account);
      serve(turn.account);
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
      else if (usedMs < TURN_MS && account.stepDelayMs() === 0) execute(account, step);
      else {
        steps.set(account, [step]);
        queueTurn(account);
      }
    },
  };
}
