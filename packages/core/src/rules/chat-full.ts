/** Messages of one chat that an inbox keeps to be handled, unless it is told otherwise. */
export const MAX_CHAT_MESSAGES = 2000;

/**
 * Why an inbox sets a message aside that it has not handed out: its chat has too many before it. A person who writes
 * faster than they can be answered would otherwise fill the inbox, and stop its adapter for everyone else.
 */
export const CHAT_FULL: { readonly code: string; readonly message: string } = {
  code: "INBOX_CHAT_FULL",
  message:
    "too many messages of this chat were still to be handled; put this one back when they are",
};
