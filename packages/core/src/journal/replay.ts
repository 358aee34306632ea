import { BotwrightError, describeError } from "../types/errors.ts";
import type { HostCallInterceptor } from "../calls/host-calls.ts";
import type { HostOperation } from "../calls/operations.ts";
import type { Journal, JournalEntry } from "../ports/journal.ts";
import { openJournaledRun } from "./journaled-run.ts";

/** What a handler asked for. */
export interface AskedCall {
  readonly operation: HostOperation;
  readonly args: readonly unknown[];
}

/** Where a rerun leaves its record for the first time. */
export type ReplayDifference =
  /** It asks for something else than it did. */
  | {
      readonly kind: "changed-call";
      readonly sequence: number;
      readonly recorded: AskedCall;
      readonly now: AskedCall;
    }
  /** It asks for more than it did. */
  | { readonly kind: "extra-call"; readonly sequence: number; readonly now: AskedCall }
  /** It does not ask for something that it did. */
  | { readonly kind: "missing-call"; readonly sequence: number; readonly recorded: AskedCall };

/** A rerun of a recorded run. */
export interface Replay {
  /** Answers host calls from the record, and nothing else. */
  readonly intercept: HostCallInterceptor;
  /** To be asked when the handler has ended. */
  difference(): ReplayDifference | undefined;
}

/**
 * Answers the host calls of a rerun from what was recorded, in the recorded order and at the recorded
 * times. Nothing is done: what was not recorded rejects with `REPLAY_ENDED`.
 *
 * @example
 * const replay = await createReplay(run.calls);
 * await plugin.handler(context, { id: run.callId, intercept: replay.intercept });
 * console.log(replay.difference()); // undefined: the same calls with the same arguments
 */
export async function createReplay(calls: readonly JournalEntry[]): Promise<Replay> {
  const { intercept: journaled } = await openJournaledRun(recordOf(calls), "replay");
  let sequence = 0;
  let first: ReplayDifference | undefined;
  const never = new Promise<never>(() => {});
  const intercept: HostCallInterceptor = async (operation, args, _execute, onSettled) => {
    const number = sequence++;
    const recorded = calls[number];
    const now = { operation, args };
    if (recorded === undefined) first ??= { kind: "extra-call", sequence: number, now };
    // A timer of the record without an outcome is one that did not ring before the end.
    const isSilent = operation === "timer" && recorded !== undefined;
    try {
      return await journaled(
        operation,
        args,
        () => (isSilent ? never : notRecorded(operation)),
        onSettled,
      );
    } catch (error) {
      if (recorded !== undefined && describeError(error).code === "JOURNAL_MISMATCH") {
        first ??= { kind: "changed-call", sequence: number, recorded, now };
      }
      throw error;
    }
  };
  return {
    intercept,
    difference() {
      const recorded = calls[sequence];
      if (first !== undefined || recorded === undefined) return first;
      return { kind: "missing-call", sequence, recorded };
    },
  };
}

function notRecorded(operation: HostOperation): Promise<never> {
  const message = `${operation} was not answered in the record`;
  return Promise.reject(new BotwrightError(message, { code: "REPLAY_ENDED" }));
}

/** A record is read and never written. */
function recordOf(calls: readonly JournalEntry[]): Journal {
  return {
    write: async () => {},
    read: async () => calls,
  };
}
