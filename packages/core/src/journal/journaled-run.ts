import type { HostCallInterceptor } from "../calls/host-calls.ts";
import { findOperation, type HostOperation } from "../calls/operations.ts";
import { operationResultValidators } from "../generated/operations.ts";
import { type Clock, systemClock, withDeadline } from "../ports/clock.ts";
import type { HostCallEnd, HostCallOutcome, Journal, JournalEntry } from "../ports/journal.ts";
import { LIMITS } from "../rules/limits.ts";
import { assertValid } from "../rules/validation.ts";
import {
  BotwrightError,
  describeError,
  InfrastructureError,
  isInfrastructureError,
} from "../types/errors.ts";
import { assertSameCall } from "./same-call.ts";
import { createSequencer } from "./sequencer.ts";

/** Options of {@link openJournaledRun}. */
export interface JournaledRunOptions {
  /** @default systemClock */
  readonly clock?: Clock;
  /** How long the journal may take for one answer, in milliseconds. @default LIMITS.call.graceMs */
  readonly answerMs?: number | undefined;
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
}

/**
 * Journals the host calls of one run. Calls that the journal already contains are answered from it, in the
 * recorded order: a run that was interrupted continues without repeating its effects, and a finished run is
 * replayed.
 *
 * An effect is journaled ahead (write-ahead): its begin entry, and every earlier outcome, is durable before
 * it is performed. A read changes nothing; its outcome is written with the next effect's begin entry or at
 * the end of the run. If the process dies before that, no effect has happened that could depend on the
 * read. An effect with a begin entry and no outcome is performed again, with the same idempotency key.
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
  { clock = systemClock, answerMs = LIMITS.call.graceMs }: JournaledRunOptions = {},
): Promise<JournaledRun> {
  const within = { clock, ms: answerMs };
  const recorded = await read(journal, callId, within);
  const bySequence = new Map(recorded.map((entry) => [entry.sequence, entry]));
  /** The position of each recorded outcome among all outcomes, by sequence number. */
  const places = new Map<number, number>();
  const ended = recorded.filter(({ outcome }) => outcome !== undefined);
  ended.sort((a, b) => (a.outcome?.order ?? 0) - (b.outcome?.order ?? 0));
  for (const [place, { sequence }] of ended.entries()) places.set(sequence, place);
  const sequencer = createSequencer();
  /** Entries not written yet, by sequence number; an outcome replaces its begin entry. */
  let pending = new Map<number, JournalEntry>();
  let writing: Promise<void> = Promise.resolve();
  let nextSequence = 0;
  let nextOrder = ended.length;

  /** Waits for the previous write, then writes everything that has been added since. */
  async function writeAfter(before: Promise<void>): Promise<void> {
    await before;
    const entries = [...pending.values()];
    pending = new Map();
    if (entries.length > 0) await write(journal, entries, within);
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
    begun: JournalEntry,
    how: HostCallEnd,
    onSettled: ((at: number) => void) | undefined,
  ): Promise<void> {
    const order = nextOrder++;
    // Recorded outcomes are replayed before new ones are released.
    await sequencer.wait(order);
    const at = clock.now();
    pending.set(begun.sequence, { ...begun, outcome: { order, at, ...how } });
    if (isEffect(begun.operation)) void flush();
    onSettled?.(at);
    sequencer.pass(order);
  }

  /** Performs a call that the journal does not contain: write ahead (effects), perform, record the outcome. */
  async function perform(
    begun: JournalEntry,
    execute: () => Promise<unknown>,
    onSettled: ((at: number) => void) | undefined,
  ): Promise<unknown> {
    pending.set(begun.sequence, begun);
    if (isEffect(begun.operation)) await flush();
    let value: unknown;
    try {
      value = await execute();
    } catch (error) {
      // No outcome is recorded: the call is performed again when the infrastructure has recovered.
      if (!isInfrastructureError(error)) {
        await settle(begun, { ok: false, error: describeError(error) }, onSettled);
      }
      throw error;
    }
    await settle(begun, { ok: true, value }, onSettled);
    return value;
  }

  const intercept: HostCallInterceptor = async (operation, args, execute, onSettled) => {
    const sequence = nextSequence++;
    const entry = bySequence.get(sequence);
    if (entry?.outcome === undefined) {
      if (entry !== undefined) assertSameCall(entry, operation, args);
      const isRepeat = entry !== undefined;
      return perform({ callId, sequence, operation, args }, () => execute(isRepeat), onSettled);
    }
    const place = places.get(sequence) ?? 0;
    try {
      assertSameCall(entry, operation, args);
      await sequencer.wait(place);
      onSettled?.(entry.outcome.at);
    } finally {
      sequencer.pass(place);
    }
    return answer(operation, entry.outcome);
  };

  return { intercept, flush };
}

function isEffect(operation: HostOperation): boolean {
  const kind = findOperation(operation)?.kind;
  return kind !== undefined && kind !== "read";
}

/** The entry may come from a file or a database: its value is validated like other input. */
function answer(operation: HostOperation, outcome: HostCallOutcome): unknown {
  if (!outcome.ok) throw new BotwrightError(outcome.error.message, { code: outcome.error.code });
  return assertValid<unknown>(operation, operationResultValidators[operation](outcome.value));
}

/** How long an answer of the journal may take. */
interface Within {
  readonly clock: Clock;
  readonly ms: number;
}

async function read(
  journal: Journal,
  callId: string,
  within: Within,
): Promise<readonly JournalEntry[]> {
  try {
    return await withDeadline(journal.read(callId), { ...within, late: noAnswer });
  } catch (cause) {
    throw new InfrastructureError("the journal cannot be read; the message is tried again", {
      cause,
    });
  }
}

async function write(
  journal: Journal,
  entries: readonly JournalEntry[],
  within: Within,
): Promise<void> {
  try {
    await withDeadline(journal.write(entries), { ...within, late: noAnswer });
  } catch (cause) {
    throw new InfrastructureError("the journal cannot be written; the message is tried again", {
      cause,
    });
  }
}

function noAnswer(): Error {
  return new InfrastructureError("the journal has not answered in time");
}
