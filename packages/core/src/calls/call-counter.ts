import { PluginError } from "../types/errors.ts";
import type { HostCallCounts, HostCallLimits } from "./host-calls.ts";
import { findOperation } from "./find-operation.ts";

/** Counts the host calls of one run. */
export interface CallCounter {
  readonly counts: Readonly<HostCallCounts>;
  /**
   * Counts a host call; a send or a fetch also counts towards its own limit.
   *
   * @throws {PluginError} the code of the limit that is exceeded
   */
  readonly count: (operation: string) => void;
  /**
   * Counts a text that is sent as several messages as that many sends; throws before the first when that is too many.
   */
  readonly countParts: (parts: number) => void;
}

/** Makes a {@link CallCounter}. */
export function createCallCounter(limits: HostCallLimits | undefined): CallCounter {
  const counts: HostCallCounts = { hostCalls: 0, sends: 0, fetches: 0 };

  function assertLimits(): void {
    if (limits === undefined) return;
    for (const limit of LIMIT_NAMES) {
      if (counts[limit] > limits[limit]) throw callLimitBroken(limit, limits);
    }
  }

  return {
    counts,
    count(operation) {
      const limit = findOperation(operation)?.limit;
      counts.hostCalls++;
      if (limit !== undefined) counts[limit]++;
      assertLimits();
    },
    countParts(parts) {
      counts.sends += parts - 1;
      if (parts > 1 && limits !== undefined && counts.sends > limits.sends) {
        throw textBroken(parts, limits);
      }
      assertLimits();
    },
  };
}

/**
 * Creates the error that ends a run which broke one of its limits, with advice to the author.
 *
 * @example
 * callLimitBroken("sends", LIMITS.call).code; // "SANDBOX_SEND_LIMIT"
 */
export function callLimitBroken(
  limit: keyof HostCallCounts,
  limits: Readonly<HostCallLimits>,
): PluginError {
  const { code, advice } = BROKEN[limit];
  return new PluginError(`${limitInWords(limit, limits)}: ${advice}`, { code });
}

function limitInWords(limit: keyof HostCallCounts, limits: Readonly<HostCallLimits>): string {
  return `the plugin broke the limit ${limit} = ${limits[limit]} of one call`;
}

/** Creates the error for a text whose parts are more than the sends that the call has left. */
function textBroken(parts: number, limits: Readonly<HostCallLimits>): PluginError {
  const message = `${limitInWords("sends", limits)}: a text needs ${parts} messages on this platform, and none of them was sent`;
  return new PluginError(`${message}; shorten it`, { code: BROKEN.sends.code });
}

/** The code of an error of {@link callLimitBroken}. */
export type CallLimitCode =
  | "SANDBOX_HOST_CALL_LIMIT"
  | "SANDBOX_SEND_LIMIT"
  | "SANDBOX_FETCH_LIMIT";

const BROKEN: Record<keyof HostCallCounts, { code: CallLimitCode; advice: string }> = {
  hostCalls: {
    code: "SANDBOX_HOST_CALL_LIMIT",
    advice: "keep what belongs together under one key",
  },
  sends: { code: "SANDBOX_SEND_LIMIT", advice: "join the texts into one" },
  fetches: { code: "SANDBOX_FETCH_LIMIT", advice: "ask for more in one request" },
};

/** Whether this is the code of an error of {@link callLimitBroken}. */
export function isCallLimit(code: string): code is CallLimitCode {
  return Object.values(BROKEN).some((broken) => broken.code === code);
}

/** The limits, in the order in which they are checked. */
const LIMIT_NAMES = ["hostCalls", "sends", "fetches"] as const;
