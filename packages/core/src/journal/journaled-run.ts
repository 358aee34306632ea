import {
  HOST_CALL_TIMEOUT,
  type HostCallInterceptor,
  type InterceptedCall,
} from "../calls/host-calls.ts";
import { isEffect } from "../calls/find-operation.ts";
import type { HostOperation } from "../calls/operations.ts";
import { operationResultValidators } from "../generated/operations.ts";
import { systemClock } from "../ports/clock.ts";
import type { HostCallOutcome, JournaledOutcome, Journal, JournalEntry } from "../ports/journal.ts";
import { sizeOf } from "../rules/size-of.ts";
import { assertValid } from "../rules/validation/validation.ts";
import { BotwrightError, isBotwrightError, isInfrastructureError } from "../types/errors.ts";
import { describeError } from "../rules/errors/describe-error.ts";
import { type JournalDeadline, readJournal, writeJournal } from "./journal-access.ts";
import { indexRecorded } from "./recorded/recorded-index.ts";
import { cutArguments } from "./cut-arguments.ts";
import { assertSameCall, isSameCall } from "./same-call.ts";
import type { ReusableOutcomes } from "./reusable-outcomes.ts";
import { createSequencer } from "./sequencer.ts";

/** Options of {@link openJournaledRun}. */
export interface JournaledRunOptions extends JournalDeadline {
  /**
   * Whether the journal outlives the process. If it does not, no entry has to be written before an effect:
   * entries are written in groups, at a flush, or at once when they hold bytes.
   * @default true
   */
  readonly isDurable?: boolean;
  /** The plugin's `version`, which the journal is to name. @default none, as for a trusted function */
  readonly version?: string | undefined;
  /** The settings that the run is begun with. @default the journal names none */
  readonly config?: JournalEntry["config"];
}

/** What a run has from its journal and from its aborted attempts. */
export interface RecordedCalls {
  /** The entries of the journal under the run's own id. */
  readonly own: readonly JournalEntry[];
  /** The beginning of an aborted attempt, which this one repeats. @default none */
  readonly carried?: readonly JournalEntry[];
  /** Outcomes of aborted attempts for calls that this attempt makes. @default none */
  readonly reusable?: ReusableOutcomes;
  /**
   * Whether the plugin makes the same calls again after the same outcomes, as one in a sandbox does. A
   * trusted function need not: what it asks otherwise than in the carried calls is performed.
   * @default true
   */
  readonly isDeterministic?: boolean;
}

/** One run whose host calls are journaled. */
export interface JournaledRun {
  readonly intercept: HostCallInterceptor;
  /**
   * Resolves when everything recorded so far is durable.
   *
   * @throws {InfrastructureError} when the journal cannot be written
   */
  readonly flush: () => Promise<void>;
  /** Resolves when the run has got every outcome that was recorded before. */
  readonly caughtUp: () => Promise<void>;
  /** Whether an effect that an earlier process had begun has no outcome yet, leaving out the one with this number. */
  readonly isRepeating: (except: number) => boolean;
  /**
   * The attempt is over: an outcome does not wait any more for those that were recorded before it. It may have asked
   * for some of them no more, because the journal has failed meanwhile.
   *
   * @param isCutOff the handler was ended from outside, and gets no outcome that comes later
   */
  readonly release: (isCutOff: boolean) => void;
  /** Memory of the calls that the run has made until now, in bytes: their arguments and outcomes. */
  readonly bytes: () => number;
}

/**
 * Journals the host calls of one run. Calls that the journal already contains are answered from it, in the
 * recorded order: a run that was interrupted continues without repeating its effects, and a finished run is
 * replayed.
 *
 * An effect is journaled ahead (write-ahead): its begin entry, and every earlier outcome, is durable before
 * it is performed. A read changes nothing, and neither does a call that is refused; its outcome is written
 * with the next effect's begin entry or at the end of the run. If the process dies before that, no effect
 * has happened that could depend on it. An effect with a begin entry and no outcome is performed again, with the same idempotency key.
 *
 * The interceptor rejects with `JOURNAL_MISMATCH` when the run requests a different call than the recorded
 * one.
 *
 * A journal that does not answer in time counts as one that has failed.
 *
 * @throws {InfrastructureError} when the journal cannot be read
 * @example
 * const { intercept, flush } = await openJournaledRun(journal, "call-1");
 * await plugin.handler(context, { id: "call-1", intercept });
 * await flush();
 */
export async function openJournaledRun(
  journal: Journal,
  callId: string,
  options: JournaledRunOptions = {},
): Promise<JournaledRun> {
  const own = await readJournal(journal, callId, options);
  return journalRun(journal, callId, { own }, options);
}

/** The same for a run whose entries have been read. */
export function journalRun(
  journal: Journal,
  callId: string,
  { own, carried: given = [], reusable, isDeterministic = true }: RecordedCalls,
  options: JournaledRunOptions = {},
): JournaledRun {
  const { clock = systemClock, isDurable = true, version, config } = options;
  const carried = given.length === 0 ? given : beforeOwn(given, own);
  const recorded = carried.length === 0 ? own : [...carried, ...own];
  const strictly = isDeterministic ? recorded : own;
  const { strict, bySequence, places } = indexRecorded(recorded, strictly);
  const repeating = new Set(own.filter(isOpenEffect).map(({ sequence }) => sequence));
  const sequencer = createSequencer();
  /** Entries not written yet, by sequence number; an outcome replaces its begin entry. */
  let pending = new Map<number, JournalEntry>();
  /** Memory of their arguments and outcomes. */
  let pendingBytes = 0;
  /** The same of all calls. */
  let allBytes = 0;
  let writing: Promise<void> = Promise.resolve();
  let nextSequence = 0;
  const firstOrder = places.size;
  let nextOrder = firstOrder;
  let isLate = false;

  /** Waits for the previous write, then writes everything that has been added since. */
  async function writeAfter(before: Promise<void>): Promise<void> {
    await before;
    const entries = [...pending.values()];
    pending = new Map();
    pendingBytes = 0;
    if (entries.length > 0) await writeJournal(journal, entries, options);
  }

  /** Adds a call that has begun, or has ended, to the entries of the next write. */
  function hold({ entry, argsBytes }: BegunCall, outcome?: JournaledOutcome): void {
    const { sequence } = entry;
    if (!pending.has(sequence)) pendingBytes += argsBytes;
    pending.set(sequence, outcome === undefined ? entry : { ...entry, outcome });
    if (outcome === undefined) return;
    const outcomeBytes = sizeOf(outcome, MAX_BUFFERED_BYTES);
    pendingBytes += outcomeBytes;
    allBytes += argsBytes + outcomeBytes;
  }

  /**
   * Writes the pending entries after the write in progress. Entries added in the meantime share one write
   * (group commit).
   */
  function flush(): Promise<void> {
    writing = writeAfter(writing);
    // Callers that await it receive the error; for the others the next flush rejects.
    writing.catch(() => {});
    return writing;
  }

  /**
   * Records an outcome and assigns its order, then releases it to the caller. Outcomes are released in
   * exactly this order, so that a replay can reproduce it.
   */
  async function settle(
    begun: BegunCall,
    how: HostCallOutcome,
    call: InterceptedCall,
  ): Promise<void> {
    const order = nextOrder++;
    repeating.delete(begun.entry.sequence);
    // Recorded outcomes are replayed before new ones are released.
    const turn = sequencer.wait(order);
    if (turn !== undefined) await turn;
    const at = clock.now();
    // A reused outcome has the order and the time that it had in its attempt.
    hold(begun, { ...how, order, at, ...(isLate && { isLate }) });
    try {
      // The plugin gets no more answers than the journal can take, and asks for no more.
      if (pendingBytes > MAX_BUFFERED_BYTES) await flush();
      else if (isDurable ? isWrittenAhead(begun, call) : isHeavy(how)) void flush();
      call.onSettled?.(at);
    } finally {
      sequencer.pass(order);
    }
  }

  const isWrittenAhead = ({ entry }: BegunCall, { isRefused }: InterceptedCall): boolean =>
    isDurable && isRefused !== true && isEffect(entry.operation);

  /** Performs a call that the journal does not contain: write ahead (effects), perform, record the outcome. */
  async function perform(
    begun: BegunCall,
    execute: () => Promise<unknown>,
    call: InterceptedCall,
  ): Promise<unknown> {
    hold(begun);
    if (isWrittenAhead(begun, call)) await flush();
    let value: unknown;
    try {
      value = await execute();
    } catch (error) {
      // No outcome is recorded: the call is performed again when the infrastructure has recovered, or, if it was
      // given up before all of it was done, when the run is continued by another process.
      if (!isInfrastructureError(error) && !isGivenUp(error)) {
        await settle(begun, { ok: false, error: describeError(error) }, call);
      }
      throw error;
    }
    await settle(begun, { ok: true, value }, call);
    return value;
  }

  /** Whether what waits to be written is too much to hold back. */
  function isHeavy(how: HostCallOutcome): boolean {
    return pending.size >= MAX_BUFFERED || (how.ok && how.value instanceof Uint8Array);
  }

  /** Takes the outcome that an aborted attempt had. */
  async function reuse(
    begun: BegunCall,
    outcome: HostCallOutcome,
    call: InterceptedCall,
  ): Promise<unknown> {
    await settle(begun, outcome, call);
    return answer(begun.entry.operation, outcome);
  }

  /** A trusted function has left the carried calls: the rest of them is not waited for. */
  function leaveCarried(): void {
    for (const { sequence } of carried) {
      if (sequence < nextSequence - 1) continue;
      bySequence.delete(sequence);
      sequencer.pass(places.get(sequence) ?? 0);
    }
  }

  const intercept: HostCallInterceptor = async (operation, args, execute, call = {}) => {
    const sequence = nextSequence++;
    const found = bySequence.get(sequence);
    const hasLeft = found && !strict.has(sequence) && !isSameCall(found, operation, args);
    if (hasLeft === true) leaveCarried();
    const entry = bySequence.get(sequence);
    const isCarried = entry !== undefined && entry.callId !== callId;
    const isReusing = !isCarried && call.isRefused !== true;
    // A recorded outcome that was taken is gone too, or it would be taken twice.
    const reused = isReusing ? reusable?.take(operation, args) : undefined;
    if (entry?.outcome === undefined) {
      if (entry !== undefined) assertSameCall(entry, operation, args);
      const kept = call.isRefused ? cutArguments(args) : args;
      const begun = {
        argsBytes: sizeOf(kept, MAX_BUFFERED_BYTES),
        entry: {
          callId,
          sequence,
          operation,
          args: kept,
          ...(sequence === 0 && {
            ...(version !== undefined && { version }),
            ...(config && { config }),
          }),
        },
      };
      if (reused !== undefined) return reuse(begun, reused, call);
      return perform(begun, () => execute(entry !== undefined), call);
    }
    const place = places.get(sequence) ?? 0;
    try {
      assertSameCall(entry, operation, args);
      await sequencer.wait(place);
      allBytes += sizeOf(entry, MAX_BUFFERED_BYTES);
      call.onSettled?.(entry.outcome.at);
    } finally {
      sequencer.pass(place);
    }
    return answer(operation, entry.outcome);
  };

  return {
    intercept,
    flush,
    caughtUp: async () => sequencer.wait(firstOrder),
    isRepeating: (except) => [...repeating].some((sequence) => sequence !== except),
    release(isCutOff) {
      isLate = isCutOff;
      sequencer.release();
    },
    bytes: () => allBytes,
  };
}

function isOpenEffect({ operation, outcome }: JournalEntry): boolean {
  return outcome === undefined && isEffect(operation);
}

/** A host call without its outcome. */
interface BegunCall {
  readonly entry: JournalEntry;
  /** Memory of its arguments. */
  readonly argsBytes: number;
}

/** Entries that a journal in the process's own memory gets at once. */
const MAX_BUFFERED = 8;

/** Memory of the calls that wait for the next write: a hundred megabytes would take the main thread a second. */
const MAX_BUFFERED_BYTES = 4_194_304;

function isGivenUp(error: unknown): boolean {
  return isBotwrightError(error) && error.code === HOST_CALL_TIMEOUT;
}

/** The entry may come from a file or a database: its value is validated like other input. */
function answer(operation: HostOperation, outcome: HostCallOutcome): unknown {
  if (!outcome.ok) throw new BotwrightError(outcome.error.message, { code: outcome.error.code });
  return assertValid<unknown>(operation, operationResultValidators[operation](outcome.value));
}

/** The carried calls up to the first one in whose place the run made a call of its own. */
function beforeOwn(
  carried: readonly JournalEntry[],
  own: readonly JournalEntry[],
): readonly JournalEntry[] {
  const owned = new Set(own.map(({ sequence }) => sequence));
  const left = carried.map(({ sequence }) => sequence).filter((sequence) => owned.has(sequence));
  const first = Math.min(...left);
  return carried.filter(({ sequence }) => sequence < first);
}
