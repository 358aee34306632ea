import { isSend } from "../calls/find-operation.ts";
import {
  createReadSet,
  keepUnchanged,
  type KnownValue,
  storageKeyOf,
} from "../calls/storage/read-set.ts";
import { RUN_RESTARTED } from "../calls/storage/restart.ts";
import type { Journal, JournalEntry } from "../ports/journal.ts";
import { createPace } from "../rules/in-chunks.ts";
import { InfrastructureError } from "../types/errors.ts";
import { attemptIdOf } from "./call-id.ts";
import { readJournal } from "./journal-access.ts";
import { type JournaledRun, type JournaledRunOptions, journalRun } from "./journaled-run.ts";
import {
  type AttemptEffects,
  type DraftWrite,
  isReusable,
  noReusableOutcomes,
  type ReusableOutcomes,
} from "./reusable-outcomes.ts";

/** One attempt at a run. It ends with the run, or with a write conflict, after which the next attempt starts. */
export interface Attempt {
  /** 0 for the first attempt. */
  readonly number: number;
  /** The id of the attempt in the journal; the idempotency keys of its effects are derived from it. */
  readonly id: string;
  /** The version of the plugin that began the run; undefined when the journal names none. */
  readonly begunWith: string | undefined;
  /** The settings that the run was begun with; undefined when the journal has none. */
  readonly config: JournalEntry["config"];
  readonly journaled: JournaledRun;
  readonly reusable: ReusableOutcomes;
  /** Whether the attempt had begun to send when an earlier process ended. */
  readonly hasSent: boolean;
  /**
   * Whether the next attempt can repeat the calls of this one: they need at most `REPEATABLE_BYTES`, and the journal
   * still has them, because a bounded journal may drop entries.
   */
  readonly isRepeatable: () => Promise<boolean>;
  /** Opens the attempt after this one. */
  readonly next: () => Promise<Attempt>;
}

/**
 * Maximum memory, in bytes, of the calls of an attempt that is repeated. The process holds them until the next
 * attempt has ended. Without a limit an attempt could have downloaded hundreds of megabytes, and many runs may start
 * again at the same time.
 */
export const REPEATABLE_BYTES: number = 16 * 2 ** 20;

/** Options of {@link openAttempt}. */
export interface AttemptOptions extends JournaledRunOptions {
  /** See `RecordedCalls`. */
  readonly isDeterministic: boolean;
}

/** An attempt that a write conflict has ended. */
export interface AbortedAttempt {
  /** The key that another run had changed. */
  readonly key: string;
  /** Its host calls, including those that it carried from the attempt before. */
  readonly calls: readonly JournalEntry[];
}

/** The host calls of a run, by attempt. */
export interface RunCalls {
  /** The calls of the last attempt. */
  readonly calls: readonly JournalEntry[];
  /** The earlier attempts, in order. */
  readonly attempts: readonly AbortedAttempt[];
}

/**
 * Opens the newest attempt at a run that the journal contains; the first attempt when it contains none.
 *
 * @throws {InfrastructureError} when the journal cannot be read
 */
export async function openAttempt(
  journal: Journal,
  callId: string,
  options: AttemptOptions,
): Promise<Attempt> {
  const { isDurable = true } = options;
  // A journal that does not outlive the process has no entries of an earlier one.
  const attempts = isDurable ? await readAll(journal, callId, options) : [firstAttempt(callId, [])];
  const begun = attempts[0]?.own.find(({ sequence }) => sequence === 0);
  return open(attempts, attempts.length - 1);

  function open(known: readonly ReadAttempt[], number: number): Attempt {
    const { id, own, carried, reusable } = known[number] ?? firstAttempt(callId, []);
    const { isDeterministic } = options;
    const recorded = { own, carried, reusable, isDeterministic };
    const journaled = journalRun(journal, id, recorded, options);
    return {
      number,
      id,
      begunWith: begun?.version,
      config: begun?.config,
      journaled,
      reusable,
      hasSent: own.some(({ operation }) => isSend(operation)),
      isRepeatable: async () =>
        journaled.bytes() <= REPEATABLE_BYTES &&
        (await readJournal(journal, id, options)).length > 0,
      async next() {
        const entries = await readJournal(journal, id, options);
        // Without these entries the next attempt would repeat effects that are already done.
        if (!entries.some(isRestart)) throw lostAttempt();
        const following = follow({ id, own: entries, carried, reusable }, callId, number + 1);
        return open([...known, following], number + 1);
      },
    };
  }
}

/**
 * Reads the host calls of a run from its journal, without its settings.
 *
 * @throws {InfrastructureError} when the journal cannot be read
 * @example
 * const { calls, attempts } = await readRun(journal, callId);
 */
export async function readRun(journal: Journal, callId: string): Promise<RunCalls> {
  const read = await readAll(journal, callId, {});
  const all = read.map((attempt) =>
    callsOf(attempt).map(({ config: _config, ...entry }): JournalEntry => entry),
  );
  const attempts = all.flatMap((calls) => {
    const key = calls.map(restartKeyOf).find((one) => one !== undefined);
    return key === undefined ? [] : [{ key, calls }];
  });
  return { calls: all.at(-1) ?? [], attempts };
}

/** An attempt, as read from the journal. */
interface ReadAttempt {
  readonly id: string;
  readonly own: readonly JournalEntry[];
  readonly carried: readonly JournalEntry[];
  readonly reusable: ReusableOutcomes;
}

function firstAttempt(callId: string, own: readonly JournalEntry[]): ReadAttempt {
  return { id: callId, own, carried: [], reusable: noReusableOutcomes() };
}

/** Reads all attempts, in order; the last one has not ended with a conflict. */
async function readAll(
  journal: Journal,
  callId: string,
  options: JournaledRunOptions,
): Promise<ReadAttempt[]> {
  let attempt = firstAttempt(callId, await readJournal(journal, callId, options));
  const attempts = [attempt];
  const pace = createPace();
  while (attempt.own.some(isRestart)) {
    // Removes the outcomes that this attempt has reused from those that the next attempt may reuse.
    for (const { operation, args, outcome } of attempt.own) {
      // A refused call has reused no outcome.
      if (outcome?.ok !== false) attempt.reusable.take(operation, args);
      // Comparing large arguments takes time, so other tasks get turns in between.
      await pace(0);
    }
    const following = follow(attempt, callId, attempts.length);
    attempt = { ...following, own: await readJournal(journal, following.id, options) };
    attempts.push(attempt);
  }
  return attempts;
}

function callsOf({ own, carried }: ReadAttempt): JournalEntry[] {
  const replaced = new Set(own.map(({ sequence }) => sequence));
  const calls = [...carried.filter(({ sequence }) => !replaced.has(sequence)), ...own];
  return calls.toSorted((a, b) => a.sequence - b.sequence);
}

/** The key of the write whose conflict ended an attempt; undefined for any other entry. */
function restartKeyOf(entry: JournalEntry): string | undefined {
  return isRestart(entry) ? storageKeyOf(entry.operation, entry.args) : undefined;
}

function isRestart({ outcome }: JournalEntry): boolean {
  return outcome?.ok === false && outcome.error.code === RUN_RESTARTED;
}

function lostAttempt(): InfrastructureError {
  return new InfrastructureError(
    "the journal has dropped the attempt that is to be repeated; the message is tried again",
  );
}

/**
 * Creates the attempt after an aborted one. It carries every outcome before the first read of the changed key. Later
 * effects of the aborted attempt are reused for equal calls instead of being performed again.
 */
function follow(aborted: ReadAttempt, callId: string, number: number): ReadAttempt {
  const calls = callsOf(aborted);
  const settled = calls
    .filter(({ outcome }) => outcome !== undefined)
    .toSorted((a, b) => orderOf(a) - orderOf(b));
  const from = orderOfRead(settled);
  const carried = settled.filter((entry) => orderOf(entry) < from);
  const done = effectsSince(settled, from);
  return {
    id: attemptIdOf(callId, number),
    own: [],
    carried,
    reusable: aborted.reusable.after(done),
  };
}

function orderOf({ outcome }: JournalEntry): number {
  return outcome?.order ?? Infinity;
}

/** The place, in the order of outcomes, of the read to which the run goes back. */
function orderOfRead(settled: readonly JournalEntry[]): number {
  const reads = createReadSet(keepUnchanged);
  const orders = new Map(settled.map((entry) => [entry.sequence, orderOf(entry)]));
  let from = Infinity;
  for (const entry of settled) {
    const key = restartKeyOf(entry);
    const readAt = key === undefined ? undefined : reads.known(key)?.readAt;
    // If no read of the key is known, the run goes back to its beginning.
    if (key !== undefined) from = Math.min(from, orders.get(readAt ?? -1) ?? 0);
    else if (entry.outcome?.ok === true) reads.note({ ...entry, value: entry.outcome.value });
  }
  return from;
}

/** The effects whose outcomes have this place or a later one in the order of outcomes. */
function effectsSince(settled: readonly JournalEntry[], from: number): AttemptEffects {
  const reads = createReadSet(keepUnchanged);
  const paid: JournalEntry[] = [];
  const drafts = new Map<string, DraftWrite[]>();
  for (const entry of settled) {
    const { operation, args, outcome } = entry;
    if (outcome?.ok !== true) continue;
    if (orderOf(entry) >= from) {
      if (isReusable(operation)) paid.push(entry);
      if (operation === "storage.clear") drafts.clear();
      const key = storageKeyOf(operation, args);
      if (key !== undefined && isDone(entry)) {
        const write = { entry, before: valueBefore(entry, reads.known(key)) };
        drafts.set(key, [...(drafts.get(key) ?? []), write]);
      }
    }
    reads.note({ ...entry, value: outcome.value });
  }
  return { paid, drafts };
}

/**
 * The value before a write: that of the condition if it has one, because the known value may be from an older read.
 */
function valueBefore(
  { operation, args }: JournalEntry,
  known: KnownValue | undefined,
): DraftWrite["before"] {
  return operation === "storage.compareAndSet" ? keepUnchanged(args[1]) : known?.value;
}

/** Whether an entry is a write that has changed its key. */
function isDone({ operation, outcome }: JournalEntry): boolean {
  if (operation === "storage.compareAndSet") return outcome?.ok === true && outcome.value === true;
  return operation === "storage.set" || operation === "storage.delete";
}
