/** The default maximum of messages of one chat that an inbox queues. */
export const MAX_CHAT_MESSAGES = 2000;

/**
 * The error of a message that an inbox sets aside without handing it out, because its chat has too many queued
 * messages. Without this limit a person who writes faster than the bot answers would fill the inbox, and stop its
 * adapter for everyone else.
 */
export const CHAT_FULL: { readonly code: string; readonly message: string } = {
  code: "INBOX_CHAT_FULL",
  message:
    "too many messages of this chat were still to be handled; put this one back when they are",
};
