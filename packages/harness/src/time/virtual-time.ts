import { type Clock, createManualClock, invalidInput } from "@botwright/core";

/** What one call of a handler is doing, as far as time is concerned. */
interface CallActivity {
  /** A host call is being done until the returned function is called. */
  begin(): () => void;
  /** The handler can only go on after an answer. */
  isWaiting(): void;
  /** The handler goes on. */
  resume(): void;
  /** Waits for `ms` virtual milliseconds; never resolves when the call ends before. */
  wait(ms: number): Promise<void>;
  /** The handler has ended; its timers are dead. */
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
  /** Handlers, each with whether it is running. */
  const calls = new Set<{ isRunning: boolean; readonly isExact: boolean }>();
  let busy = 0;
  let scheduled = false;

  function schedule(): void {
    if (scheduled) return;
    scheduled = true;
    setImmediate(() => {
      scheduled = false;
      advanceToNextTimer();
    });
  }

  /** Nothing can happen before the next sleeper wakes, so it wakes now. */
  function advanceToNextTimer(): void {
    if (busy > 0 || calls.size === 0 || [...calls].some(({ isRunning }) => isRunning)) {
      return;
    }
    // Without a sleeper the handlers wait for an event that never comes: their deadline is next.
    const deadlines = [...calls].every(({ isExact }) => isExact) ? alarms : [];
    const due = Math.min(...[...sleepers, ...deadlines].map((timer) => timer.due));
    if (due === Infinity) return;
    clock.advance(Math.max(0, due - clock.now()));
    for (const sleeper of sleepers) {
      if (sleeper.due > due) continue;
      sleepers.delete(sleeper);
      sleeper.wake();
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
  async function waitBusily(ms: number, activity?: object, signal?: AbortSignal): Promise<void> {
    busy--;
    try {
      await sleep(ms, activity, signal);
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
    wait: (ms, signal) => waitBusily(ms, undefined, signal),
    timer: (ms) => sleep(ms),
    openCall(isExact) {
      const state = { isRunning: true, isExact };
      calls.add(state);
      return {
        begin() {
          busy++;
          return () => {
            busy--;
            state.isRunning = true;
            schedule();
          };
        },
        isWaiting() {
          state.isRunning = false;
          schedule();
        },
        resume() {
          state.isRunning = true;
        },
        wait: (ms) => waitBusily(ms, state),
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
