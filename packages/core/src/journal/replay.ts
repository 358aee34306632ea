import { BotwrightError, describeError } from "../types/errors.ts";
import type { HostCallInterceptor } from "../calls/host-calls.ts";
import type { HostOperation } from "../calls/operations.ts";
import type { Journal, JournalEntry } from "../ports/journal.ts";
import { openJournaledRun } from "./journaled-run.ts";

/** A host call that a handler requested. */
export interface AskedCall {
  readonly operation: HostOperation;
  readonly args: readonly unknown[];
}

/** The first difference between a run and its record. */
export type ReplayDifference =
  /** It requests a different call. */
  | {
      readonly kind: "changed-call";
      readonly sequence: number;
      readonly recorded: AskedCall;
      readonly now: AskedCall;
    }
  /** It requests an additional call. */
  | { readonly kind: "extra-call"; readonly sequence: number; readonly now: AskedCall }
  /** It does not request a recorded call. */
  | { readonly kind: "missing-call"; readonly sequence: number; readonly recorded: AskedCall };

/** The repetition of a recorded run. */
export interface Replay {
  /** Answers host calls from the record only. */
  readonly intercept: HostCallInterceptor;
  /** Call it when the handler has ended. */
  difference(): ReplayDifference | undefined;
}

/**
 * Replays a recorded run: answers its host calls from the record, in the recorded order and at the recorded
 * times. Nothing is performed; a call without a recorded outcome rejects with `REPLAY_ENDED`.
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
    // A recorded timer without an outcome did not ring before the run ended.
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

/** A journal that only reads the record. */
function recordOf(calls: readonly JournalEntry[]): Journal {
  return {
    write: async () => {},
    read: async () => calls,
  };
}
