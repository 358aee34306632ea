import { AsyncLocalStorage } from "node:async_hooks";
import { type Clock, createManualClock, invalidInput } from "@botwright/core";
import { createHostCallLane } from "./host-call-lane.ts";

/** The state of one plugin call that the virtual clock needs: whether it runs, waits or has ended. */
interface CallActivity {
  /** Runs a host call in the handler's {@link HostCallLane}; the host call leaves it while it waits for the clock. */
  perform<Value>(sequence: number, work: () => Promise<Value>): Promise<Value>;
  /** Called when the handler can continue only after an answer. */
  isWaiting(): void;
  /** Called when the handler continues. */
  resume(): void;
  /** Waits for `ms` virtual milliseconds; never resolves if the call ends earlier. */
  wait(ms: number): Promise<void>;
  /** Called when the handler has ended; its host calls continue. */
  settle(): void;
  /** Called when the run has ended; its timers no longer fire. */
  end(): void;
}

/**
 * A virtual clock. It does not move while any work is running, and jumps to the next timer when
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

/** The part of a clock that fakes need: the time, and a wait. */
export type FakeTime = Pick<VirtualTime, "now" | "wait">;

interface Sleeper {
  readonly due: number;
  readonly wake: () => void;
  readonly activity: object | undefined;
}

/** Makes a {@link VirtualTime} that starts at `start`, in milliseconds since 1970. */
export function createVirtualTime(start: number): VirtualTime {
  const clock = createManualClock(start);
  /** Alarms: they fire when the time passes them, but the clock does not jump to them. */
  const alarms = new Set<{ readonly due: number }>();
  const sleepers = new Set<Sleeper>();
  /** Open calls, each with whether its handler is running, and whether it has ended. */
  const calls = new Set<{ isRunning: boolean; isSettled: boolean; readonly isExact: boolean }>();
  let busy = 0;
  let scheduled = false;
  /** Per host call that is running, the function that ends its turn. */
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
   * Wakes the next sleeper if nothing else can happen before it. Of several sleepers with the same time it wakes one,
   * and the next when no work is running any more, so that their effects have a fixed order.
   */
  function advanceToNextTimer(): void {
    const isIdle = [...calls].every(({ isRunning, isSettled }) => isSettled || !isRunning);
    if (busy > 0 || calls.size === 0 || !isIdle) return;
    // Without a sleeper the handlers wait for an event that never occurs: advance to their deadline.
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

  /** Waits for the clock; a host call that waits does not count as running work. */
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
            // Let the handler receive the answer before the next host call runs.
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
