/**
 * Reads and writes a journal within a deadline. A journal that fails or does not answer in time causes an
 * {@link InfrastructureError}, after which the inbox handles the message again.
 */
import { type Clock, systemClock, withDeadline } from "../ports/clock.ts";
import type { Journal, JournalEntry } from "../ports/journal.ts";
import { LIMITS } from "../rules/limits.ts";
import { InfrastructureError } from "../types/errors.ts";

/** The deadline for one answer of the journal, and its clock. */
export interface JournalDeadline {
  /** @default systemClock */
  readonly clock?: Clock;
  /** How long the journal may take for one answer, in milliseconds. @default LIMITS.call.graceMs */
  readonly answerMs?: number | undefined;
}

/**
 * Reads the entries of several calls; all reads start at once.
 *
 * @throws {InfrastructureError} when the journal cannot be read
 */
export async function readJournals(
  journal: Journal,
  callIds: readonly string[],
  deadline: JournalDeadline = {},
): Promise<(readonly JournalEntry[])[]> {
  try {
    return await answerOf(Promise.all(callIds.map((callId) => journal.read(callId))), deadline);
  } catch (cause) {
    throw new InfrastructureError("the journal cannot be read; the message is tried again", {
      cause,
    });
  }
}

/**
 * Reads the entries of one call.
 *
 * @throws {InfrastructureError} when the journal cannot be read
 */
export async function readJournal(
  journal: Journal,
  callId: string,
  deadline: JournalDeadline = {},
): Promise<readonly JournalEntry[]> {
  const [entries = []] = await readJournals(journal, [callId], deadline);
  return entries;
}

/**
 * Writes entries; resolves when they are durable.
 *
 * @throws {InfrastructureError} when the journal cannot be written
 */
export async function writeJournal(
  journal: Journal,
  entries: readonly JournalEntry[],
  deadline: JournalDeadline,
): Promise<void> {
  try {
    await answerOf(journal.write(entries), deadline);
  } catch (cause) {
    throw new InfrastructureError("the journal cannot be written; the message is tried again", {
      cause,
    });
  }
}

function answerOf<Answer>(
  work: Promise<Answer>,
  { clock = systemClock, answerMs = LIMITS.call.graceMs }: JournalDeadline,
): Promise<Answer> {
  return withDeadline(work, { clock, ms: answerMs, late: noAnswer });
}

function noAnswer(): Error {
  return new InfrastructureError("the journal has not answered in time");
}
