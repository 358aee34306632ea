import { objectOf, pause, type QuoteSource, textOf } from "@botwright/adapter-kit";
import { type Clock, describeError, type Logger } from "@botwright/core";
import type { Api } from "./api.ts";
import { type Identity, parseQuote } from "./parse.ts";
import { isId } from "./wire.ts";

/** What {@link fetchQuote} works with. */
export interface QuoteParts {
  readonly api: Api;
  readonly bot: Identity;
  /** Finds a person's name by their open_id; `""` when it cannot be had. */
  readonly nameOf: (openId: string) => Promise<string>;
  readonly logger: Logger;
  readonly clock: Clock;
}

/** What takes longer than this is left out. */
const QUOTE_MS = 2000;

/**
 * Fetches the message that another one answers. Its failures only leave the quote without text, and
 * so does a message of another chat than `chatId`: the app may read those as well.
 */
export async function fetchQuote(
  messageId: string,
  chatId: string,
  parts: QuoteParts,
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
      if (found === undefined || objectOf(found.item)["chat_id"] !== chatId) return;
      quote = found;
      const sender = objectOf(objectOf(quote.item)["sender"]);
      if (quote.title !== "" || sender["id_type"] !== "open_id") return;
      quote = { ...quote, title: await nameOf(textOf(sender["id"])) };
    } catch (error) {
      logger.debug("Feishu: a quoted message could not be fetched", describeError(error));
    }
  }

  await Promise.race([find(), pause(QUOTE_MS, done.signal, clock)]);
  done.abort();
  return quote;
}
