import { createSendLanes, pause, type QuoteSource, toQuoteFields } from "@botwright/adapter-kit";
import type { Clock, IncomingMessage, MessageSink } from "@botwright/core";
import { type Identity, parseEvent } from "./parse.ts";

/** A running way in. */
export interface Transport {
  /** Resolves when nothing is received any more. */
  stop(): Promise<void>;
}

/** Options of {@link createReceiver}. */
export interface ReceiverOptions {
  readonly sink: MessageSink;
  readonly identity: () => Identity;
  /** Finds the message with this id, for a quote. */
  readonly findQuote: (messageId: string) => Promise<QuoteSource>;
  /** Is told of each message before the sink has it. */
  readonly onMessage: (incoming: IncomingMessage) => void;
  readonly clock: Clock;
}

/** Hands events to the sink: each user's in order, and none twice at the same time. */
export interface Receiver {
  /**
   * Resolves to `true` when the event may be acknowledged, to `false` when a stop came before that.
   * @throws what the sink throws
   */
  take(event: unknown): Promise<boolean>;
  /** Takes nothing more; waits for what is under way, but not for a sink that hangs. */
  stop(): Promise<void>;
}

/** How long a stop waits for what is under way, in milliseconds. */
const GRACE_MS = 1000;

/** Makes a {@link Receiver}. */
export function createReceiver(options: ReceiverOptions): Receiver {
  const { sink, identity, findQuote, onMessage, clock } = options;
  const lanes = createSendLanes();
  /** By exact id: a repeated push joins the one before. */
  const underWay = new Map<string, Promise<boolean>>();
  const stopped = Promise.withResolvers<false>();
  let isStopped = false;

  async function deliver(incoming: IncomingMessage, parentId: string | undefined): Promise<true> {
    const { message } = incoming;
    if (parentId !== undefined) {
      Object.assign(message, toQuoteFields(await findQuote(parentId), message.text));
    }
    onMessage(incoming);
    await sink(incoming);
    return true;
  }

  return {
    take(event) {
      if (isStopped) return Promise.resolve(false);
      const parsed = parseEvent(event, identity());
      if (parsed === null) return Promise.resolve(true);
      const { incoming, parentId } = parsed;
      const known = underWay.get(incoming.id);
      if (known !== undefined) return known;
      const delivery = lanes.run(incoming.message.from, async () =>
        isStopped ? false : deliver(incoming, parentId),
      );
      const outcome = Promise.race([delivery, stopped.promise]);
      underWay.set(incoming.id, outcome);
      const forget = (): boolean => underWay.delete(incoming.id);
      void outcome.then(forget, forget);
      return outcome;
    },
    async stop() {
      isStopped = true;
      const done = new AbortController();
      await Promise.race([
        Promise.allSettled(underWay.values()),
        pause(GRACE_MS, done.signal, clock),
      ]);
      done.abort();
      stopped.resolve(false);
    },
  };
}
