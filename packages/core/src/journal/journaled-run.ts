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
   * Resolves when all that was recorded is durable.
   *
   * @throws {InfrastructureError} when the journal cannot be written
   */
  readonly flush: () => Promise<void>;
}

/**
 * Records each host call of one run. What the journal already holds of this run is answered from
 * it instead, in the recorded order: a message that was half done is finished without doing
 * anything twice, and a finished run is replayed.
 *
 * An effect is journaled ahead: its beginning, and every outcome before it, is durable before it is
 * performed. A read changes nothing, so its outcome may be written with the next effect's beginning, or
 * at the end: if the process dies before that, nothing has been done that depended on it. One that was
 * begun and never settled is performed again, with the same key.
 *
 * The interceptor rejects with `JOURNAL_MISMATCH` when the run asks for something else than it did
 * before.
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
  /** By sequence: the place of each recorded outcome among the outcomes. */
  const places = new Map<number, number>();
  const ended = recorded.filter(({ outcome }) => outcome !== undefined);
  ended.sort((a, b) => (a.outcome?.order ?? 0) - (b.outcome?.order ?? 0));
  for (const [place, { sequence }] of ended.entries()) places.set(sequence, place);
  const sequencer = createSequencer();
  /** What is not written yet, by sequence: an outcome takes the place of its beginning. */
  let pending = new Map<number, JournalEntry>();
  let writing: Promise<void> = Promise.resolve();
  let nextSequence = 0;
  let nextOrder = ended.length;

  async function writeAfter(before: Promise<void>): Promise<void> {
    await before;
    const entries = [...pending.values()];
    pending = new Map();
    if (entries.length > 0) await write(journal, entries, within);
  }

  /** One write after another; what comes meanwhile goes together into the next one. */
  function flush(): Promise<void> {
    writing = writeAfter(writing);
    // Whoever waits for it learns of it; who does not learns at the next flush.
    writing.catch(() => {});
    return writing;
  }

  /** Keeps an outcome in its order; whoever asked gets it then. */
  async function settle(
    begun: JournalEntry,
    how: HostCallEnd,
    onSettled: ((at: number) => void) | undefined,
  ): Promise<void> {
    const order = nextOrder++;
    // What was recorded comes first.
    await sequencer.wait(order);
    const at = clock.now();
    pending.set(begun.sequence, { ...begun, outcome: { order, at, ...how } });
    if (isEffect(begun.operation)) void flush();
    onSettled?.(at);
    sequencer.pass(order);
  }

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
      // No outcome: the call is done again when the infrastructure is back.
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

/** The record may come from a file or a database: its shape is checked like any other input. */
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
