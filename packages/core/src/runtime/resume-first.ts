import { callIdOf } from "../journal/call-id.ts";
import { type JournalDeadline, readJournals } from "../journal/journal-access.ts";
import type { Journal, JournalEntry } from "../ports/journal.ts";
import type { Installation } from "../ports/plugin.ts";
import type { MessageIdentity } from "../types/run-identity.ts";

/** The runs of a message, in the order in which the dispatcher starts them. */
interface RunsOfMessage {
  readonly installations: readonly Installation[];
  /** The journal; it answers the first read of each run with the entries that were read already. */
  readonly journal: Journal | undefined;
}

/**
 * Moves the plugins whose runs an earlier handling of the message has begun to the front; the others keep their
 * order. It is needed because the owner may have installed a plugin or changed the order since then: another plugin
 * could answer first, and the answer that was begun would not be finished.
 *
 * When several runs were begun, all but the interrupted one have passed, and pass again, so their order does not
 * matter and no journal has to record it. A run without a host call has no entry, and has changed nothing.
 *
 * @throws {InfrastructureError} when the journal cannot be read
 */
export async function resumeFirst(
  installations: readonly Installation[],
  message: MessageIdentity,
  { journal, ...deadline }: JournalDeadline & { readonly journal: Journal | undefined },
): Promise<RunsOfMessage> {
  if (journal === undefined || installations.length < 2) return { installations, journal };
  const callIds = installations.map(({ plugin }) =>
    callIdOf({ ...message, plugin: plugin.meta.slug }),
  );
  const read = await readJournals(journal, callIds, deadline);
  const isBegun = new Map(installations.map((one, place) => [one, (read[place] ?? []).length > 0]));
  return {
    installations: installations.toSorted(
      (a, b) => Number(isBegun.get(b)) - Number(isBegun.get(a)),
    ),
    journal: withEntries(
      journal,
      new Map(callIds.map((callId, place) => [callId, read[place] ?? []])),
    ),
  };
}

/** Wraps the journal, so that the first read of a call returns the entries that were read already. */
function withEntries(journal: Journal, read: Map<string, readonly JournalEntry[]>): Journal {
  return {
    write: (entries) => journal.write(entries),
    async read(callId) {
      const entries = read.get(callId);
      read.delete(callId);
      return entries ?? journal.read(callId);
    },
  };
}
