import {
  type AdapterStatus,
  describeError,
  type Logger,
  type PlatformAdapter,
} from "@botwright/core";

/** Keeps the status of an adapter and reports its changes. */
export interface StatusReporter {
  /** `PlatformAdapter.onStatus`: calls the listener with the current status and with each new one. */
  readonly onStatus: NonNullable<PlatformAdapter["onStatus"]>;
  /** Sets the status. Does not report `connecting`, `connected` or `stopped` when that is the current state. */
  readonly set: (status: AdapterStatus) => void;
}

const REPEATABLE: ReadonlySet<AdapterStatus["state"]> = new Set(["needs-login", "refused"]);

/** Makes a {@link StatusReporter}; its first status is `stopped`. */
export function createStatusReporter(service: string, logger: Logger): StatusReporter {
  const listeners = new Set<(status: AdapterStatus) => void>();
  let current: AdapterStatus = { state: "stopped" };

  function report(listener: (status: AdapterStatus) => void): void {
    try {
      listener(current);
    } catch (error) {
      logger.error(`${service}: a listener of the status failed`, describeError(error));
    }
  }

  return {
    onStatus(given) {
      // A new function for each call: the set would otherwise merge two registrations of the same listener.
      const listener = (status: AdapterStatus): void => given(status);
      listeners.add(listener);
      report(listener);
      return () => void listeners.delete(listener);
    },
    set(status) {
      if (status.state === current.state && !REPEATABLE.has(status.state)) return;
      current = status;
      for (const listener of listeners) report(listener);
    },
  };
}
