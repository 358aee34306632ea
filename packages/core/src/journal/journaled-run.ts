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
   * Whether the journal outlives the process. If it does not, no entry has to be written before an effect: entries
   * are written in groups, at a flush, or at once when they hold bytes.
   * @default true
   */
  readonly isDurable?: boolean;
  /** The plugin's `version`, which the first entry names. @default none, as for a trusted function */
  readonly version?: string | undefined;
  /** The settings with which the run begins. @default the journal has none */
  readonly config?: JournalEntry["config"];
}

/** The recorded calls with which a run is opened: those of its journal and those of its aborted attempts. */
export interface RecordedCalls {
  /** The entries of the journal under the run's own id. */
  readonly own: readonly JournalEntry[];
  /** The first calls of an aborted attempt, whose outcomes this attempt gets again. @default none */
  readonly carried?: readonly JournalEntry[];
  /** Outcomes of aborted attempts that equal calls of this attempt reuse. @default none */
  readonly reusable?: ReusableOutcomes;
  /**
   * Whether the plugin makes the same calls again after the same outcomes, as a sandboxed plugin does. A trusted
   * function need not: when its call differs from the carried one, the call is performed.
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
  /** Resolves when the run has got every outcome that was recorded earlier. */
  readonly caughtUp: () => Promise<void>;
  /**
   * Resolves when the run has asked again for every effect that an earlier process had begun and that has no outcome:
   * a sandboxed run does so, because it needs no later outcome for it. At once for a trusted function, which may not.
   */
  readonly askedAgain: () => Promise<void>;
  /**
   * Whether an effect that an earlier process had begun still has no outcome.
   *
   * @param isPerforming whether the effect with this sequence number is being performed again: such effects do not
   * count
   */
  readonly isRepeating: (isPerforming: (sequence: number) => boolean) => boolean;
  /**
   * Ends the ordering of outcomes, because the attempt has ended: an outcome no longer waits for those recorded
   * before it. The handler may never request some of them, for example because the journal has failed.
   *
   * @param isCutOff whether the host ended the handler, which then gets no later outcome
   */
  readonly release: (isCutOff: boolean) => void;
  /** Memory, in bytes, of the arguments and outcomes of all calls that the run has made so far. */
  readonly bytes: () => number;
}

/**
 * Journals the host calls of one run. Calls that the journal already contains are answered from it, in the
 * recorded order: a run that was interrupted continues without repeating its effects, and a finished run is
 * replayed.
 *
 * An effect is journaled ahead (write-ahead log): its begin entry and every earlier outcome are durable before the
 * effect is performed. A read or a refused call changes nothing, so its outcome is written later, with the next
 * effect's begin entry or at the end of the run. If the process dies before that, no effect has happened that could
 * depend on the outcome. An effect with a begin entry and no outcome is performed again, with the same idempotency
 * key.
 *
 * The interceptor rejects with `JOURNAL_MISMATCH` when the run makes a different call than the recorded one.
 *
 * A journal that does not answer in time counts as a failed journal.
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

/** Like {@link openJournaledRun}, for a run whose entries have already been read. */
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
  /** Those for which the run has not asked again; it will, if it is deterministic. */
  const unasked = new Set(isDeterministic ? repeating : []);
  const asked = Promise.withResolvers<void>();
  if (unasked.size === 0) asked.resolve();
  const sequencer = createSequencer();
  /** Entries not written yet, by sequence number; an outcome replaces its begin entry. */
  let pending = new Map<number, JournalEntry>();
  /** Memory of the arguments and outcomes in `pending`, in bytes. */
  let pendingBytes = 0;
  /** Memory of the arguments and outcomes of all calls, in bytes. */
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

  /** Adds the begin entry of a call, or its entry with the outcome, to the next write. */
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
    // A caller that awaits the promise gets the error. If no caller does, the next flush rejects.
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
    // Recorded outcomes are released before new ones.
    const turn = sequencer.wait(order);
    if (turn !== undefined) await turn;
    const at = clock.now();
    // A reused outcome gets a new order and time, not those of the aborted attempt.
    hold(begun, { ...how, order, at, ...(isLate && { isLate }) });
    try {
      // Flow control: the plugin gets this outcome, and can make further calls, only when the journal has caught up.
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
      // No outcome is recorded, so that the call is performed again: after an infrastructure failure when the message
      // is retried, and after a call that was given up half done when another process continues the run.
      if (!isInfrastructureError(error) && !isGivenUp(error)) {
        await settle(begun, { ok: false, error: describeError(error) }, call);
      }
      throw error;
    }
    await settle(begun, { ok: true, value }, call);
    return value;
  }

  /** Whether the pending entries must be written now: too many of them, or an outcome with bytes. */
  function isHeavy(how: HostCallOutcome): boolean {
    return pending.size >= MAX_BUFFERED || (how.ok && how.value instanceof Uint8Array);
  }

  /** Answers a call with an outcome of an aborted attempt. */
  async function reuse(
    begun: BegunCall,
    outcome: HostCallOutcome,
    call: InterceptedCall,
  ): Promise<unknown> {
    await settle(begun, outcome, call);
    return answer(begun.entry.operation, outcome);
  }

  /**
   * Drops the remaining carried calls and their places in the order, because a trusted function has made a different
   * call.
   */
  function leaveCarried(): void {
    for (const { sequence } of carried) {
      if (sequence < nextSequence - 1) continue;
      bySequence.delete(sequence);
      sequencer.pass(places.get(sequence) ?? 0);
    }
  }

  const intercept: HostCallInterceptor = async (operation, args, execute, call = {}) => {
    const sequence = nextSequence++;
    if (unasked.delete(sequence) && unasked.size === 0) asked.resolve();
    const found = bySequence.get(sequence);
    const hasLeft = found && !strict.has(sequence) && !isSameCall(found, operation, args);
    if (hasLeft === true) leaveCarried();
    const entry = bySequence.get(sequence);
    const isCarried = entry !== undefined && entry.callId !== callId;
    const isReusing = !isCarried && call.isRefused !== true;
    // `take` also for a call whose outcome is recorded: its earlier process took it, so it must not be taken again.
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
    askedAgain: () => asked.promise,
    isRepeating: (isPerforming) => [...repeating].some((sequence) => !isPerforming(sequence)),
    release(isCutOff) {
      isLate = isCutOff;
      asked.resolve();
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
  /** Memory of its arguments, in bytes. */
  readonly argsBytes: number;
}

/** Number of pending entries at which a journal in the process's own memory is written. */
const MAX_BUFFERED = 8;

/**
 * Memory, in bytes, of the pending calls above which a call waits for their write: to write 100 MB would block the
 * main thread for a second.
 */
const MAX_BUFFERED_BYTES = 4_194_304;

function isGivenUp(error: unknown): boolean {
  return isBotwrightError(error) && error.code === HOST_CALL_TIMEOUT;
}

/** Returns or throws a recorded outcome. Its value is validated, because the journal may be a file or a database. */
function answer(operation: HostOperation, outcome: HostCallOutcome): unknown {
  if (!outcome.ok) throw new BotwrightError(outcome.error.message, { code: outcome.error.code });
  return assertValid<unknown>(operation, operationResultValidators[operation](outcome.value));
}

/** The carried calls before the first one that the run's own journal replaces. */
function beforeOwn(
  carried: readonly JournalEntry[],
  own: readonly JournalEntry[],
): readonly JournalEntry[] {
  const owned = new Set(own.map(({ sequence }) => sequence));
  const left = carried.map(({ sequence }) => sequence).filter((sequence) => owned.has(sequence));
  const first = Math.min(...left);
  return carried.filter(({ sequence }) => sequence < first);
}
