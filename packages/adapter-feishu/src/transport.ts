import {
  type InboundPipeline,
  type QuoteSource,
  type Seal,
  toQuoteFields,
} from "@botwright/adapter-kit";
import type { Clock, IncomingMessage, Logger } from "@botwright/core";
import { chatOf, type Identity, isUnreadable, parseEvent, unsupportedKind } from "./parse.ts";
import { FORWARD } from "./wire.ts";

/** Options common to the long connection and the callback. */
export interface TransportOptions {
  readonly inbound: InboundPipeline;
  readonly identity: () => Identity;
  /** Fetches the message with this id for a quote, if it is in this chat. */
  readonly findQuote: (messageId: string, chatId: string) => Promise<QuoteSource>;
  /** Fetches the text of the forward with this id; `""` when it cannot be fetched. */
  readonly findForward: (messageId: string) => Promise<string>;
  /** Seals context tokens. */
  readonly contextTokens: Seal;
  /** Called with each message before the sink gets it. */
  readonly onMessage: (incoming: IncomingMessage) => void;
  readonly logger: Logger;
  readonly clock: Clock;
}

/**
 * Passes the message of an event to the sink, with its quote and a sealed context token. An event
 * without a message to the bot is acknowledged at once.
 *
 * The platform waits 3 s for the acknowledgement and then pushes the event again, while the sink may
 * still be working on the first push. The inbound pipeline then passes the message on only once:
 * both pushes wait for the same result, and the adapter acknowledges both.
 *
 * @returns whether the event may be acknowledged: the sink has accepted the message, or there is none
 * @throws the error of the sink; the event must then not be acknowledged
 */
export async function acceptEvent(event: unknown, options: TransportOptions): Promise<boolean> {
  const { inbound, identity, findQuote, findForward, contextTokens, onMessage, logger } = options;
  const parsed = parseEvent(event, identity());
  if (parsed === null) {
    const kind = unsupportedKind(event);
    if (kind !== "") dropUnsupported(kind, logger);
    if (isUnreadable(event)) logger.warn("Feishu: a message that cannot be read is acknowledged");
    return true;
  }
  const { incoming, parentId, isForward = false } = parsed;
  return inbound.accept(incoming, async () => {
    const { id } = incoming;
    const message = isForward
      ? { ...incoming.message, text: await findForward(id) }
      : incoming.message;
    if (isForward && message.text === "") return dropUnsupported(FORWARD, logger);
    onMessage(incoming);
    const contextToken = await contextTokens.seal(message.from, message.contextToken);
    if (parentId === undefined) return { id, message: { ...message, contextToken } };
    const quote = toQuoteFields(await findQuote(parentId, chatOf(event)), message.text);
    return { id, message: { ...message, contextToken, ...quote } };
  });
}

function dropUnsupported(kind: string, logger: Logger): null {
  logger.debug("Feishu: a message of an unsupported kind was dropped", { kind });
  return null;
}
