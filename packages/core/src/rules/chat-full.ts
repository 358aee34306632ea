/** Messages of one chat that an inbox keeps to be handled, unless it is told otherwise. */
export const MAX_CHAT_MESSAGES = 2000;

/**
 * Why an inbox sets a message aside that it has not handed out: its chat has too many before it. A person who writes
 * faster than they can be answered would otherwise fill the inbox, and stop its adapter for everyone else.
 *
 * @param most messages of a chat that may wait
 * @example
 * chatFull(2000).code; // "INBOX_CHAT_FULL"
 */
export function chatFull(most: number): { readonly code: string; readonly message: string } {
  return {
    code: "INBOX_CHAT_FULL",
    message: `${most} messages of this chat were still to be handled; put this one back when they are`,
  };
}
