import { isEffect } from "../calls/find-operation.ts";
import { operationAssertions, operationResultValidators } from "../generated/operations.ts";
import { messagePrefixOf } from "../journal/call-id.ts";
import { readJournal } from "../journal/journal-access.ts";
import type { MediaItem, ParsedMessage } from "../types/message.ts";
import type { BotAdapter } from "../ports/bot.ts";
import type { Clock } from "../ports/clock.ts";
import type { Journal, JournalEntry } from "../ports/journal.ts";
import type { Logger } from "../ports/logger.ts";
import { LIMITS } from "../rules/limits.ts";
import { assertType, assertValid } from "../rules/validation/validation.ts";
import type { MessageIdentity } from "../types/run-identity.ts";
import type { MediaBudget, MediaReservation } from "./media-budget.ts";
import {
  downloadMedium,
  type Medium,
  type MediumDownload,
  mediumOf,
  type PrefetchedMessage,
  withMedium,
} from "./prefetch-media.ts";

/** Options of {@link openMessage}. */
export interface OpenMessageOptions {
  readonly identity: MessageIdentity;
  /** The account that owns the bot. */
  readonly userId: number;
  /** Whether one of the plugins has the permission for media; otherwise the medium is not downloaded. */
  readonly isWanted: boolean;
  /** Provides the bytes of the medium, which the message reserves until it is disposed of. */
  readonly budget: MediaBudget;
  /** The bot, bound to the person who is answered. */
  readonly bot: BotAdapter;
  /** The journal of the bot; undefined when it has none. */
  readonly journal: Journal | undefined;
  readonly logger: Logger;
  readonly clock: Clock;
  /** How long the download may take, in milliseconds. */
  readonly wallMs: number;
  readonly graceMs: number | undefined;
}

/** A message with its medium, as all of its runs get it. */
interface OpenMessage extends Disposable {
  readonly prefetched: PrefetchedMessage;
  /** The journal for the runs. */
  readonly journal: Journal | undefined;
}

/**
 * Downloads the medium of a message. The download is a host call of the message itself; its id is the common prefix
 * of the ids of the message's runs. It is journaled with the first effect of any run, so that a process that
 * continues the message gives the plugins the same bytes and properties, even when the platform no longer has them.
 * A message whose plugins have had no effect starts from its beginning instead, and nothing of its medium is written.
 *
 * Dispose of the message when its runs have ended, because other messages wait for the bytes of its medium.
 *
 * @throws {InfrastructureError} when the journal cannot be read
 */
export async function openMessage(
  message: ParsedMessage,
  options: OpenMessageOptions,
): Promise<OpenMessage> {
  const medium = mediumOf(message);
  if (medium === undefined) return withoutMedium(message, options);
  if (!options.isWanted) return openMedium(message, medium, options, NOTHING_RESERVED);
  // Reserves the maximum, because the size of the medium is known only after the download.
  const reservation = await options.budget.reserve(options.userId, LIMITS.media.prefetchBytes);
  try {
    return await openMedium(message, medium, options, reservation);
  } catch (error) {
    reservation.release();
    throw error;
  }
}

const NOTHING_RESERVED: MediaReservation = { resize: () => {}, release: () => {} };

function withoutMedium(message: ParsedMessage, { journal }: OpenMessageOptions): OpenMessage {
  return { prefetched: { message, mediaBuffer: null }, journal, [Symbol.dispose]: () => {} };
}

async function openMedium(
  message: ParsedMessage,
  medium: Medium,
  options: OpenMessageOptions,
  reservation: MediaReservation,
): Promise<OpenMessage> {
  const { identity, bot, journal, logger, clock, wallMs, graceMs, isWanted } = options;
  const callId = messagePrefixOf(identity);
  const entries =
    journal === undefined ? [] : await readJournal(journal, callId, { clock, answerMs: graceMs });
  const recorded = readDownload(entries, medium);
  if (recorded !== undefined) return open(recorded, journal);
  if (!isWanted) return withoutMedium(message, options);
  const deadline = { clock, ms: wallMs };
  const download = await downloadMedium(bot, message.from, medium, logger, deadline);
  const entry: JournalEntry = {
    callId,
    sequence: 0,
    operation: medium.operation,
    args: [download.item],
    outcome: { order: 0, at: clock.now(), ...download.end },
  };
  return open(download, journal && withFirstEffect(journal, entry));

  function open(given: MediumDownload, ofRuns: Journal | undefined): OpenMessage {
    const prefetched = withMedium(message, medium, given);
    // Counts the whole ArrayBuffer, because a Buffer that is a view of some bytes keeps all of it in memory.
    reservation.resize(prefetched.mediaBuffer?.buffer.byteLength ?? 0);
    return { prefetched, journal: ofRuns, [Symbol.dispose]: () => reservation.release() };
  }
}

/** Reads the recorded download. It is validated like other input, because the entry may come from a database. */
function readDownload(
  entries: readonly JournalEntry[],
  { operation }: Medium,
): MediumDownload | undefined {
  const entry = entries.find((one) => one.operation === operation);
  if (entry?.outcome === undefined) return undefined;
  const { args, outcome } = entry;
  const [item] = assertType<[MediaItem]>(operation, operationAssertions[operation], args);
  if (!outcome.ok) return { item, end: outcome };
  const value = assertValid(operation, operationResultValidators[operation](outcome.value));
  return { item, end: { ok: true, value } };
}

/** A journal that writes an entry together with the first effect. */
function withFirstEffect(journal: Journal, entry: JournalEntry): Journal {
  let isWritten = false;
  return {
    read: (callId) => journal.read(callId),
    async write(entries) {
      const isDue = !isWritten && entries.some(({ operation }) => isEffect(operation));
      // The entry comes last, because a journal orders the writes of a run by the call id of their first entry.
      await journal.write(isDue ? [...entries, entry] : entries);
      isWritten ||= isDue;
    },
  };
}
