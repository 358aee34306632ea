import type { Clock } from "../ports/clock.ts";
import { NetworkError } from "../types/errors.ts";
import { HOST_CALL_TIMEOUT } from "./host-calls.ts";
import { isSend } from "./find-operation.ts";
import type { HostOperation } from "./operations.ts";

/** The host calls of a run that have begun and not settled. */
export interface OpenCalls {
  /**
   * Settles with the host call, or rejects with `HOST_CALL_TIMEOUT` when it is given up. What becomes of it
   * afterwards is dropped.
   */
  track(
    operation: HostOperation,
    run: () => Promise<unknown>,
    onGivenUp: () => void,
  ): Promise<unknown>;
  /** Rejects, after `ms` milliseconds, every call that is still open then. */
  giveUpAfter(ms: number): void;
  /**
   * Aborts when calls are given up: of what they do, nothing begins any more. Made when it is first asked for; no
   * getter, because V8 keeps that of a single object, and all that it refers to, until the next full collection.
   */
  readonly signal: () => AbortSignal;
}

/** Makes {@link OpenCalls} of one run. */
export function createOpenCalls(clock: Clock): OpenCalls {
  /** What gives each of them up. */
  const open = new Set<() => void>();
  let aborter: AbortController | undefined;
  let isGivenUp = false;
  let cancelTimer: (() => void) | undefined;
  return {
    track(operation, run, onGivenUp) {
      const { promise, resolve, reject } = Promise.withResolvers<unknown>();
      const giveUp = (): void => {
        onGivenUp();
        reject(notAnswered(operation));
      };
      const running = run();
      open.add(giveUp);
      void running.then(resolve, reject).finally(() => {
        open.delete(giveUp);
        if (open.size === 0) cancelTimer?.();
      });
      return promise;
    },
    giveUpAfter(ms) {
      cancelTimer?.();
      if (open.size === 0) return;
      cancelTimer = clock.after(ms, () => {
        for (const giveUp of open) giveUp();
        isGivenUp = true;
        aborter?.abort(endedBefore());
      });
    },
    signal() {
      if (aborter === undefined) {
        aborter = new AbortController();
        if (isGivenUp) aborter.abort(endedBefore());
      }
      return aborter.signal;
    },
  };
}

/** A send that is given up may have arrived. */
function notAnswered(operation: HostOperation): NetworkError {
  return new NetworkError(`${operation} was not answered before its run had to end`, {
    code: HOST_CALL_TIMEOUT,
    deliveryUnknown: isSend(operation),
  });
}

/** What a part of a send that was given up rejects with. The parts before it may have arrived. */
function endedBefore(): NetworkError {
  return new NetworkError("the run ended before all of it was sent", {
    code: HOST_CALL_TIMEOUT,
    deliveryUnknown: true,
  });
}

/** Settles with the promise, which is among the others until then. */
export async function trackIn(
  promises: Set<Promise<unknown>>,
  promise: Promise<unknown>,
): Promise<unknown> {
  promises.add(promise);
  try {
    return await promise;
  } finally {
    promises.delete(promise);
  }
}
