import { createSendLanes, KIND_LABELS, pause, toQuoteFields } from "@botwright/adapter-kit";
import {
  type Clock,
  describeError,
  type IncomingMessage,
  type Logger,
  type MessageSink,
} from "@botwright/core";
import { parseBody, type Parsed, type ParseOptions } from "./parse.ts";
import type { Memory } from "./transport-memory.ts";

/** A running way in. */
export interface Transport {
  /** Resolves when nothing is received any more. */
  stop(): Promise<void>;
}

/** Options common to all ways in. */
export interface TransportOptions extends ParseOptions {
  readonly memory: Memory;
  readonly logger: Logger;
  readonly clock: Clock;
}

/** Takes message bodies, whichever way they come. */
export interface Intake {
  /**
   * Resolves to whether the message may be acknowledged: the sink has it, or it is none. Bodies of
   * one message that come at the same time go to the sink once.
   */
  take(body: unknown): Promise<boolean>;
  /** Resolves when nothing is under way, or after a grace time: a sink that hangs keeps nobody. */
  settle(): Promise<void>;
}

/** How long a stop waits for what is under way, in milliseconds. */
const GRACE_MS = 1000;

/** Makes an {@link Intake}. */
export function createIntake(sink: MessageSink, options: TransportOptions): Intake {
  const { memory, logger, clock } = options;
  const lanes = createSendLanes();
  const open = new Map<string, Promise<boolean>>();

  async function deliver(parsed: Parsed): Promise<boolean> {
    try {
      const { message } = parsed.incoming;
      // A person's messages reach the sink in their order, but none waits until another is taken.
      const { taken } = await lanes.run(message.from, async () => {
        const incoming = await complete(parsed, memory);
        return { taken: (async () => sink(incoming))() };
      });
      await taken;
      return true;
    } catch (error) {
      logger.warn("DingTalk: a message was not taken and may come again", describeError(error));
      return false;
    }
  }

  return {
    take(body) {
      const parsed = parseBody(body, options);
      if (parsed === null) return Promise.resolve(true);
      const { id } = parsed.incoming;
      const underWay = open.get(id);
      if (underWay !== undefined) return underWay;
      const delivery = deliver(parsed).finally(() => open.delete(id));
      open.set(id, delivery);
      return delivery;
    },
    async settle() {
      const done = new AbortController();
      const all = Promise.all(open.values()).then(() => done.abort());
      await Promise.race([all, pause(GRACE_MS, done.signal, clock)]);
      done.abort();
    },
  };
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
