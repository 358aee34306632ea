import { type Deliveries, KIND_LABELS, toQuoteFields } from "@botwright/adapter-kit";
import type { Clock, IncomingMessage, Logger } from "@botwright/core";
import { parseBody, type Parsed, type ParseOptions } from "./parse.ts";
import type { Memory } from "./transport-memory.ts";

/** Options common to both ways in. */
export interface TransportOptions extends ParseOptions {
  readonly deliveries: Deliveries;
  readonly memory: Memory;
  readonly logger: Logger;
  readonly clock: Clock;
}

/**
 * Hands a message body over, with what it quotes.
 *
 * @returns whether it may be acknowledged
 * @throws what the sink throws
 */
export async function takeBody(body: unknown, options: TransportOptions): Promise<boolean> {
  const parsed = parseBody(body, options);
  if (parsed === null) return true;
  return options.deliveries.take(parsed.incoming, () => complete(parsed, options.memory));
}

/** Remembers what later calls need, and finds the text of a quote that came by id only. */
async function complete(parsed: Parsed, memory: Memory): Promise<IncomingMessage> {
  const { incoming, session, title, unknownQuote } = parsed;
  const { message, id } = incoming;
  const text = message.text || KIND_LABELS[message.type];
  await Promise.all([
    memory.keepText(id, { title, text }),
    session !== undefined && memory.keepSession(message.contextToken, session),
  ]);
  if (unknownQuote === undefined) return incoming;
  const { source, ids } = unknownQuote;
  for (const quoted of ids) {
    const known = await memory.textOf(quoted);
    if (known === undefined) continue;
    const found = { ...source, title: source.title || known.title, text: known.text };
    return { id, message: { ...message, ...toQuoteFields(found, message.text) } };
  }
  return incoming;
}
