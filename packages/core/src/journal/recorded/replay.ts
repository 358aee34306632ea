import { BotwrightError } from "../../types/errors.ts";
import { describeError } from "../../rules/errors/describe-error.ts";
import type { HostCallInterceptor } from "../../calls/host-calls.ts";
import type { HostOperation } from "../../calls/operations.ts";
import type { Journal, JournalEntry } from "../../ports/journal.ts";
import { openJournaledRun } from "../journaled-run.ts";
import { isSameCall } from "../same-call.ts";

/** A host call that a handler has made. */
export interface AskedCall {
  readonly operation: HostOperation;
  readonly args: readonly unknown[];
}

/** The first difference between a run and its record. */
export type ReplayDifference =
  /** The run makes a different call. */
  | {
      readonly kind: "changed-call";
      readonly sequence: number;
      readonly recorded: AskedCall;
      readonly now: AskedCall;
    }
  /** The run makes an additional call. */
  | { readonly kind: "extra-call"; readonly sequence: number; readonly now: AskedCall }
  /** The run does not make a recorded call. */
  | { readonly kind: "missing-call"; readonly sequence: number; readonly recorded: AskedCall };

/** The repetition of a recorded run. */
export interface Replay {
  /** Answers host calls, from the record only. */
  readonly intercept: HostCallInterceptor;
  /** Returns the first difference. Call it when the handler has ended. */
  difference(): ReplayDifference | undefined;
  /** Returns the differences in order: those that were tolerated, and at most one that was not. */
  differences(): readonly ReplayDifference[];
}

/** Options of {@link createReplay}. */
export interface CreateReplayOptions {
  /**
   * Operations whose answer does not depend on their arguments, such as sends: a call with other arguments gets the
   * recorded answer, and the run continues.
   * @default none
   */
  readonly tolerates?: (operation: HostOperation) => boolean;
  /** Called as soon as the first difference that is not tolerated is known. */
  readonly onDifference?: (difference: ReplayDifference) => void;
  /**
   * For a run that was ended from outside: calls whose answer the handler did not get settle with this promise.
   * @default they reject with `REPLAY_ENDED`, except for timers, which never fire
   */
  readonly unanswered?: Promise<never>;
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
export async function createReplay(
  calls: readonly JournalEntry[],
  { tolerates = () => false, onDifference, unanswered }: CreateReplayOptions = {},
): Promise<Replay> {
  const answered = unanswered === undefined ? calls : calls.map(withoutLateOutcome);
  const { intercept: journaled } = await openJournaledRun(recordOf(answered), "replay");
  let sequence = 0;
  const tolerated: ReplayDifference[] = [];
  let last: ReplayDifference | undefined;
  const never = new Promise<never>(() => {});

  function differ(difference: ReplayDifference): void {
    if (last !== undefined) return;
    last = difference;
    onDifference?.(difference);
  }

  const intercept: HostCallInterceptor = async (operation, args, _execute, call) => {
    const number = sequence++;
    const recorded = calls[number];
    const now = { operation, args };
    if (recorded === undefined) differ({ kind: "extra-call", sequence: number, now });
    const isTolerated =
      recorded?.operation === operation &&
      tolerates(operation) &&
      !isSameCall(recorded, operation, args);
    if (isTolerated && last === undefined) {
      tolerated.push({ kind: "changed-call", sequence: number, recorded, now });
    }
    // A recorded timer without an outcome did not fire before the run ended.
    const silence = operation === "timer" ? never : unanswered;
    const isSilent = recorded !== undefined && silence !== undefined;
    try {
      return await journaled(
        operation,
        isTolerated ? recorded.args : args,
        () => (isSilent ? silence : notRecorded(operation)),
        call,
      );
    } catch (error) {
      if (recorded !== undefined && describeError(error).code === "JOURNAL_MISMATCH") {
        differ({ kind: "changed-call", sequence: number, recorded, now });
      }
      throw error;
    }
  };

  function differences(): readonly ReplayDifference[] {
    if (last !== undefined) return [...tolerated, last];
    const missing = calls.slice(sequence).map((recorded, index) => ({
      kind: "missing-call" as const,
      sequence: sequence + index,
      recorded,
    }));
    return [...tolerated, ...missing];
  }

  return { intercept, differences, difference: () => differences()[0] };
}

function withoutLateOutcome(entry: JournalEntry): JournalEntry {
  if (entry.outcome?.isLate !== true) return entry;
  const { outcome: _late, ...begun } = entry;
  return begun;
}

function notRecorded(operation: HostOperation): Promise<never> {
  const message = `${operation} was not answered in the record`;
  return Promise.reject(new BotwrightError(message, { code: "REPLAY_ENDED" }));
}

/** A journal that reads from the record and ignores writes. */
function recordOf(calls: readonly JournalEntry[]): Journal {
  return {
    write: async () => {},
    read: async () => calls,
  };
}
