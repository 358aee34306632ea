import { fieldsOf, pause, type QuoteSource, textOf } from "@botwright/adapter-kit";
import { type Clock, describeError, type Logger } from "@botwright/core";
import type { Api } from "../api.ts";
import { type Identity, parseQuote } from "../parse.ts";
import { isId } from "../wire.ts";
import type { MessageObject, MessageSender } from "../wire/api.ts";

/** The services that {@link fetchQuote} uses. */
export interface QuoteContext {
  readonly api: Api;
  readonly bot: Identity;
  /** Finds a person's name by their open_id; `""` when it is unknown. */
  readonly nameOf: (openId: string) => Promise<string>;
  readonly logger: Logger;
  readonly clock: Clock;
}

/** Milliseconds for both calls. A part that is not known by then is left out of the quote. */
export const QUOTE_MS = 2000;

/**
 * Fetches the quoted message. Never rejects: after a failure the quote has no text.
 *
 * The quote has no text either when the message belongs to another chat than `chatId`: the app may read the messages
 * of all its chats, but one user must not see what another has written.
 */
export async function fetchQuote(
  messageId: string,
  chatId: string,
  parts: QuoteContext,
): Promise<QuoteSource> {
  const { api, bot, nameOf, logger, clock } = parts;
  let quote: QuoteSource = { title: "", text: undefined, item: { message_id: messageId } };
  if (!isId(messageId)) return quote;
  const done = new AbortController();

  async function find(): Promise<void> {
    try {
      const path = `/im/v1/messages/${encodeURIComponent(messageId)}`;
      const { signal } = done;
      const call = { name: "get message", method: "GET", path, retry: false, signal } as const;
      const found = parseQuote(await api.call(call), bot);
      const item = fieldsOf<MessageObject>(found?.item);
      if (found === undefined || item.chat_id !== chatId) return;
      quote = found;
      const sender = fieldsOf<MessageSender>(item.sender);
      if (quote.title !== "" || sender.id_type !== "open_id") return;
      quote = { ...quote, title: await nameOf(textOf(sender.id)) };
    } catch (error) {
      logger.debug("Feishu: a quoted message could not be fetched", describeError(error));
    }
  }

  // At the deadline, `quote` has what `find` knows by then: all of it, or the text without the sender's name.
  await Promise.race([find(), pause(QUOTE_MS, done.signal, clock)]);
  done.abort();
  return quote;
}
