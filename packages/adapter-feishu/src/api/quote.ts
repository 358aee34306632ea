import { fieldsOf, pause, type QuoteSource, textOf } from "@botwright/adapter-kit";
import { type Clock, describeError, type Logger } from "@botwright/core";
import type { Api } from "../api.ts";
import { type Identity, parseQuote } from "../parse.ts";
import { isId } from "../wire.ts";
import type { MessageObject, MessageSender } from "../wire/api.ts";

/** What {@link fetchQuote} works with. */
export interface QuoteContext {
  readonly api: Api;
  readonly bot: Identity;
  /** Finds a person's name by their open_id; `""` when there is none. */
  readonly nameOf: (openId: string) => Promise<string>;
  readonly logger: Logger;
  readonly clock: Clock;
}

/** The time for both calls. What is not there by then is left out of the quote. */
export const QUOTE_MS = 2000;

/**
 * Fetches the message that another one answers. Never rejects: after a failure the quote has no text.
 *
 * It has none either for a message of another chat than `chatId`. The app may read the messages of
 * all its chats, and one user must not see what another has written.
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

  // At the deadline the quote is as far as `find` has come: complete, or without the sender's name.
  await Promise.race([find(), pause(QUOTE_MS, done.signal, clock)]);
  done.abort();
  return quote;
}
