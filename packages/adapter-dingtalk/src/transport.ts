import {
  fieldsOf,
  type InboundPipeline,
  KIND_LABELS,
  textOf,
  toQuoteFields,
} from "@botwright/adapter-kit";
import type { Clock, IncomingMessage, Logger, ParsedMessage } from "@botwright/core";
import { fileLabel } from "./parse/quote.ts";
import { parseBody, type Parsed, type ParseOptions } from "./parse.ts";
import type { SessionStore } from "./transport/session-store.ts";
import type { RobotMessage } from "./wire.ts";

/** Options common to Stream mode and HTTP mode. */
export interface TransportOptions extends ParseOptions {
  readonly inbound: InboundPipeline;
  readonly store: SessionStore;
  readonly logger: Logger;
  readonly clock: Clock;
}

/**
 * Parses a message body, completes its quote, and passes it to the sink.
 *
 * A body that yields no message is acknowledged, because another push would yield none either.
 */
export async function acceptBody(body: unknown, options: TransportOptions): Promise<boolean> {
  const parsed = parseBody(body, options);
  if (parsed === null) {
    noteDropped(body, options.logger);
    return true;
  }
  return options.inbound.accept(parsed.incoming, () => complete(parsed, options.store));
}

/** Logs a dropped message of a chat of two, because its sender waits for an answer. */
function noteDropped(body: unknown, logger: Logger): void {
  const { conversationType, msgtype, senderId, chatbotUserId } = fieldsOf<RobotMessage>(body);
  if (conversationType !== "1" || senderId === chatbotUserId) return;
  const kind = textOf(msgtype);
  logger.debug("DingTalk: a message of an unsupported kind was dropped", { kind });
}

/**
 * Stores what later sends and quotes need, and completes a quote without text or author. It
 * runs in the order of the chat's messages (see `InboundPipeline.accept`), so that a message can quote
 * the one just before it.
 */
async function complete(parsed: Parsed, store: SessionStore): Promise<IncomingMessage> {
  const { incoming, session, title, unknownQuote } = parsed;
  const { message, id } = incoming;
  const text = message.text || labelOf(message);
  await Promise.all([
    store.keepText(id, message.from, { title, text }),
    session !== undefined && store.keepSession(message.contextToken, session),
  ]);
  if (unknownQuote === undefined) return incoming;
  const { source, ids } = unknownQuote;
  for (const quoted of ids) {
    const known = await store.textOf(quoted, message.from);
    if (known === undefined) continue;
    const found = {
      ...source,
      title: source.title || known.title,
      text: source.text ?? known.text,
    };
    return { id, message: { ...message, ...toQuoteFields(found, message.text) } };
  }
  return incoming;
}

/** How a message without words is named where it is quoted. */
function labelOf({ type, file }: ParsedMessage): string {
  return file === undefined ? KIND_LABELS[type] : fileLabel(file.file_name);
}
