import { type Journal, type MessageIdentity, messagePrefixOf } from "@botwright/core";

/** The messages that this node handles now, and that no process has handled before. */
export interface FirstHandlings {
  begin(botId: number, messageId: string): void;
  end(botId: number, messageId: string): void;
  /**
   * Makes the journal of a message: it does not ask `journal` for the runs of one of these messages before it has
   * written one of them.
   */
  over(journal: Journal): (message: MessageIdentity) => Journal;
}

/**
 * Makes what saves a message the look for what an earlier process did: a message that is handed out for the first
 * time has no earlier process. Handing it out is counted in the commit that does it.
 *
 * @example
 * const first = createFirstHandlings();
 * const inbox = createPostgresInbox({ database, lease, first });
 * const runner = createBotRunner({ inbox, journal: first.over(journal), ... });
 */
export function createFirstHandlings(): FirstHandlings {
  const messages = new Set<string>();
  return {
    begin: (botDbId, messageId) => void messages.add(messagePrefixOf({ botDbId, messageId })),
    end: (botDbId, messageId) => void messages.delete(messagePrefixOf({ botDbId, messageId })),
    over: (journal) => (message) => {
      const key = messagePrefixOf(message);
      return {
        read: async (callId) => (messages.has(key) ? [] : journal.read(callId)),
        async write(entries) {
          messages.delete(key);
          await journal.write(entries);
        },
      };
    },
  };
}
