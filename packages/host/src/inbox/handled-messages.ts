import { type MessageIdentity, messagePrefixOf } from "@botwright/core";
import type { HandedOut } from "./lanes.ts";

type Handled = Pick<HandedOut, "id" | "botId" | "incoming">;

/** The messages that this node handles now. */
export interface HandledMessages {
  begin(message: Handled): void;
  end(message: Handled): void;
  /**
   * The row id of a message that this node handles now. `undefined` if it handles no such message, or two with the same
   * platform id: the bot may have been bound anew while a plugin handled the first one.
   */
  rowOf(message: MessageIdentity): number | undefined;
}

/** Creates the list of the messages that an inbox handles. */
export function createHandledMessages(): HandledMessages {
  const rows = new Map<string, Set<number>>();
  return {
    begin(message) {
      const key = keyOf(message);
      rows.set(key, new Set(rows.get(key)).add(message.id));
    },
    end(message) {
      const key = keyOf(message);
      const handled = rows.get(key);
      handled?.delete(message.id);
      if (handled?.size === 0) rows.delete(key);
    },
    rowOf(message) {
      const [row, other] = rows.get(messagePrefixOf(message)) ?? [];
      return other === undefined ? row : undefined;
    },
  };
}

function keyOf({ botId, incoming }: Handled): string {
  return messagePrefixOf({ botDbId: botId, messageId: incoming.id });
}
