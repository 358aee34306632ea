import type { Clock } from "../ports/clock.ts";
import { NetworkError } from "../types/errors.ts";
import { HOST_CALL_TIMEOUT } from "./host-calls.ts";
import { isSend } from "./find-operation.ts";
import type { HostOperation } from "./operations.ts";

/** The host calls of a run that have begun and not settled. */
export interface OpenCalls {
  /**
   * Settles with the host call, or rejects with `HOST_CALL_TIMEOUT` when the run gives the call up. An outcome that
   * arrives after that is dropped.
   */
  track(
    operation: HostOperation,
    run: () => Promise<unknown>,
    onGivenUp: () => void,
  ): Promise<unknown>;
  /** After `ms` milliseconds, rejects every call that is still open. */
  giveUpAfter(ms: number): void;
  /**
   * Returns a signal that aborts when the open calls are given up, so that none of them begins another step. Created
   * on first use. It is a method and no getter, because V8 keeps a getter of a single object, and everything that it
   * refers to, until the next full collection.
   */
  readonly signal: () => AbortSignal;
}

/** Makes {@link OpenCalls} of one run. */
export function createOpenCalls(clock: Clock): OpenCalls {
  /** One function for each open call, which gives that call up. */
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

/** The abort reason for the parts of a given-up send that were not sent yet. Earlier parts may have arrived. */
function endedBefore(): NetworkError {
  return new NetworkError("the run ended before all of it was sent", {
    code: HOST_CALL_TIMEOUT,
    deliveryUnknown: true,
  });
}

/** Settles with the promise; the set contains the promise until then. */
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
