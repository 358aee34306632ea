import { pause, type QuoteSource } from "@botwright/adapter-kit";
import { type Clock, describeError, type Logger } from "@botwright/core";
import type { Api } from "./api.ts";
import { type Identity, parseQuote } from "./parse.ts";

/** A quote that takes longer than this is left out. */
const QUOTE_MS = 2000;

/** Fetches the message that another one answers. Its failures only leave the quote without text. */
export async function fetchQuote(
  api: Api,
  messageId: string,
  bot: Identity,
  { logger, clock }: { logger: Logger; clock: Clock },
): Promise<QuoteSource> {
  const unknown: QuoteSource = { title: "", text: undefined, item: { message_id: messageId } };
  const done = new AbortController();
  const fetching = (async () => {
    try {
      const path = `/im/v1/messages/${encodeURIComponent(messageId)}`;
      const { signal } = done;
      const call = { name: "get message", method: "GET", path, patient: false, signal } as const;
      return parseQuote(await api.call(call), bot) ?? unknown;
    } catch (error) {
      logger.debug("Feishu: a quoted message could not be fetched", describeError(error));
      return unknown;
    }
  })();
  const late = pause(QUOTE_MS, done.signal, clock).then(() => unknown);
  const quote = await Promise.race([fetching, late]);
  done.abort();
  return quote;
}
