import type { Journal } from "@botwright/core";

/** The messages that this node handles now, and that nobody has handled before. */
export interface FirstHandlings {
  begin(botId: number, messageId: string): void;
  end(botId: number, messageId: string): void;
  /** A journal that does not ask `journal` for the runs of these messages before it has written one of them. */
  over(journal: Journal): Journal;
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
    begin: (botId, messageId) => void messages.add(`${botId}/${messageId}`),
    end: (botId, messageId) => void messages.delete(`${botId}/${messageId}`),
    over: (journal) => ({
      read: async (callId) => (messages.has(messageOf(callId)) ? [] : journal.read(callId)),
      async write(entries) {
        for (const { callId } of entries) messages.delete(messageOf(callId));
        await journal.write(entries);
      },
    }),
  };
}

/** What a run's id, `<bot>/<message>/<plugin>`, has before the plugin, whose name has no slash. */
function messageOf(callId: string): string {
  return callId.slice(0, callId.lastIndexOf("/"));
}
