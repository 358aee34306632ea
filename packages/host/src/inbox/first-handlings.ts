import { type Journal, type MessageIdentity, messagePrefixOf } from "@botwright/core";

/** The messages that this node handles now and that no process has handled before. */
export interface FirstHandlings {
  begin(botId: number, messageId: string): void;
  end(botId: number, messageId: string): void;
  /**
   * Makes the journal of a message. For one of these messages, it answers reads with no entries, without a call of
   * `journal.read`, until the first write.
   */
  over(journal: Journal): (message: MessageIdentity) => Journal;
}

/**
 * Saves a message the look for the journal of an earlier process: there is none if the message is handed out for the
 * first time. This is certain, because the commit that hands a message out also counts that start.
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
