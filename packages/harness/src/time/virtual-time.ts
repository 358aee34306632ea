import { AsyncLocalStorage } from "node:async_hooks";
import { type Clock, createManualClock, invalidInput } from "@botwright/core";
import { createHostCallLane } from "./host-call-lane.ts";

/** What one call of a handler is doing, as far as time is concerned. */
interface CallActivity {
  /** Does a host call in the handler's {@link HostCallLane}, which it leaves while it waits for the clock. */
  perform<Value>(sequence: number, work: () => Promise<Value>): Promise<Value>;
  /** The handler can only go on after an answer. */
  isWaiting(): void;
  /** The handler goes on. */
  resume(): void;
  /** Waits for `ms` virtual milliseconds; never resolves when the call ends before. */
  wait(ms: number): Promise<void>;
  /** The handler has ended: what it has begun goes on. */
  settle(): void;
  /** The run has ended; its timers are dead. */
  end(): void;
}

/**
 * A virtual clock. It does not move while any work is under way, and jumps to the next timer when
 * all handlers only wait. A test of a plugin that sleeps for an hour takes no time.
 */
export interface VirtualTime extends Clock {
  /** Moves time forward. @throws {InvalidInputError} `INVALID_INPUT` for anything but milliseconds from 0 on */
  readonly advance: (ms: number) => void;
  /** Waits for `ms` virtual milliseconds inside of a host call. @throws the signal's reason */
  wait(ms: number, signal?: AbortSignal): Promise<void>;
  /** Waits for `ms` virtual milliseconds outside of any host call: a handler's own timer. */
  timer(ms: number): Promise<void>;
  /**
   * @param isExact whether `isWaiting` is reported reliably; otherwise the clock does not jump to a
   * deadline
   */
  openCall(isExact: boolean): CallActivity;
}

/** What fakes need of a clock: the time, and how to let some of it pass. */
export type FakeTime = Pick<VirtualTime, "now" | "wait">;

interface Sleeper {
  readonly due: number;
  readonly wake: () => void;
  readonly activity: object | undefined;
}

/** Makes a {@link VirtualTime} that starts at `start`, in milliseconds since 1970. */
export function createVirtualTime(start: number): VirtualTime {
  const clock = createManualClock(start);
  /** Alarms that fire when time passes them, but to which time is not advanced for their own sake. */
  const alarms = new Set<{ readonly due: number }>();
  const sleepers = new Set<Sleeper>();
  /** Handlers, each with whether it is running, and has ended. */
  const calls = new Set<{ isRunning: boolean; isSettled: boolean; readonly isExact: boolean }>();
  let busy = 0;
  let scheduled = false;
  /** Ends the turn of the host call that is being done. */
  const turns = new AsyncLocalStorage<() => void>();

  function schedule(): void {
    if (scheduled) return;
    scheduled = true;
    setImmediate(() => {
      scheduled = false;
      advanceToNextTimer();
    });
  }

  /**
   * Nothing can happen before the next sleeper wakes, so it wakes now. Of several at the same time one wakes, and the next
   * when nothing is under way any more: so what they do has an order too.
   */
  function advanceToNextTimer(): void {
    const isIdle = [...calls].every(({ isRunning, isSettled }) => isSettled || !isRunning);
    if (busy > 0 || calls.size === 0 || !isIdle) return;
    // Without a sleeper the handlers wait for an event that never comes: their deadline is next.
    const deadlines = [...calls].every(({ isExact }) => isExact) ? alarms : [];
    const due = Math.min(...[...sleepers, ...deadlines].map((timer) => timer.due));
    if (due === Infinity) return;
    clock.advance(Math.max(0, due - clock.now()));
    const next = [...sleepers].find((sleeper) => sleeper.due <= due);
    if (next !== undefined) {
      sleepers.delete(next);
      next.wake();
    }
    schedule();
  }

  function sleep(ms: number, activity?: object, signal?: AbortSignal): Promise<void> {
    schedule();
    return new Promise((wake, reject) => {
      signal?.throwIfAborted();
      const sleeper = { due: clock.now() + ms, wake, activity };
      sleepers.add(sleeper);
      signal?.addEventListener("abort", () => {
        if (sleepers.delete(sleeper)) reject(signal.reason);
      });
    });
  }

  /** A host call that waits does nothing. */
  async function waitBusily(ms: number, signal?: AbortSignal): Promise<void> {
    busy--;
    turns.getStore()?.();
    try {
      await sleep(ms, undefined, signal);
    } finally {
      busy++;
    }
  }

  return {
    now: () => clock.now(),
    after(ms, callback) {
      const alarm = { due: clock.now() + ms };
      alarms.add(alarm);
      const cancel = clock.after(ms, () => {
        alarms.delete(alarm);
        callback();
      });
      return () => {
        alarms.delete(alarm);
        cancel();
      };
    },
    advance(ms) {
      if (!Number.isFinite(ms) || ms < 0) {
        throw invalidInput("advance takes milliseconds, a number from 0 on");
      }
      clock.advance(ms);
      schedule();
    },
    wait: (ms, signal) => waitBusily(ms, signal),
    timer: (ms) => sleep(ms),
    openCall(isExact) {
      const state = { isRunning: true, isSettled: false, isExact };
      calls.add(state);
      const lane = createHostCallLane(() => !state.isRunning);
      return {
        async perform(sequence, work) {
          busy++;
          const endTurn = await lane.enter(sequence);
          try {
            return await turns.run(endTurn, work);
          } finally {
            // The handler gets the answer before the next host call is done.
            state.isRunning = true;
            busy--;
            endTurn();
            schedule();
          }
        },
        isWaiting() {
          state.isRunning = false;
          lane.serve();
          schedule();
        },
        resume() {
          state.isRunning = true;
        },
        settle() {
          state.isSettled = true;
          lane.open();
          schedule();
        },
        async wait(ms) {
          await sleep(ms, state);
          state.isRunning = true;
        },
        end() {
          calls.delete(state);
          for (const sleeper of sleepers) {
            if (sleeper.activity === state) sleepers.delete(sleeper);
          }
          schedule();
        },
      };
    },
  };
}
