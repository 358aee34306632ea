import {
  type Clock,
  createKeyedQueue,
  describeError,
  type IncomingMessage,
  type Logger,
  type MessageSink,
} from "@botwright/core";
import { pause } from "../backoff.ts";
import type { MediaReferences } from "../media/media-references.ts";
import { boundMessage } from "./bound-message.ts";

/** Options of {@link createInboundPipeline}. */
export interface InboundPipelineOptions {
  /** The platform's name, for log lines. */
  readonly service: string;
  readonly sink: MessageSink;
  /** Seals the media references of each message; the adapter's downloads must use the same ones. */
  readonly references: MediaReferences;
  readonly logger: Logger;
  readonly clock: Clock;
  /** Milliseconds that the platform waits for an acknowledgement. @default unlimited */
  readonly answerMs?: number;
}

/** Passes an adapter's parsed messages to its sink; there is no other way. */
export interface InboundPipeline {
  /**
   * Prepares a message, bounds its size and depth, seals its media references, and passes it to
   * the sink. The messages of a person reach the sink in order, but a message does not wait until
   * the sink has accepted the one before.
   *
   * A repeat of a message in flight shares its delivery, and the sink is not called again. A later
   * repeat reaches the sink, whose inbox knows which messages it has accepted.
   *
   * @param prepare Completes the message, in the person's order, before the sink is called; `null`
   * drops the message, which then counts as accepted.
   * @returns whether the adapter may acknowledge the message: `false` when the adapter stops, or
   * `answerMs` have passed, before the sink has accepted it
   * @throws the error of the sink, or of the state that stores the key of the references
   */
  accept(
    incoming: IncomingMessage,
    prepare?: () => Promise<IncomingMessage | null>,
  ): Promise<boolean>;
  /**
   * Passes a batch to the sink and waits until all of it has settled.
   * @throws the first error of the sink
   */
  acceptAll(batch: readonly IncomingMessage[]): Promise<boolean>;
  /** Resolves when no message is in flight, or after 1 s if the sink does not answer. */
  settle(): Promise<void>;
  /** Accepts no further message, then waits like {@link settle}; what is still in flight then resolves to `false`. */
  stop(): Promise<void>;
}

type Prepare = (() => Promise<IncomingMessage | null>) | undefined;

/** How long a stop waits for messages in flight, in milliseconds. */
const GRACE_MS = 1000;

/** Makes an {@link InboundPipeline}, which lasts from a start of the adapter to its stop. */
export function createInboundPipeline(options: InboundPipelineOptions): InboundPipeline {
  const { service, sink, references, logger, clock, answerMs } = options;
  const queue = createKeyedQueue();
  /** Messages that the sink has not settled yet, by their exact ids. */
  const inFlight = new Map<string, Promise<boolean>>();
  /** Functions that each end one caller's wait for the sink with `false`. */
  const waiting = new Set<() => void>();
  let isStopped = false;

  async function deliver(incoming: IncomingMessage, prepare: Prepare): Promise<boolean> {
    const { accepting } = await queue.run(incoming.message.from, async () => {
      if (isStopped) return { accepting: undefined };
      const ready = await prepared(incoming, prepare);
      if (ready === null) return { accepting: Promise.resolve() };
      const bounded = boundMessage(ready);
      if (bounded === undefined) {
        logger.warn(`${service}: a message was dropped, because its id or its sender is too long`);
        return { accepting: Promise.resolve() };
      }
      // Only the preparation runs in the person's queue. The sink is also called there, so that it is
      // called in order, but its answer is awaited outside.
      const complete = await references.seal(bounded);
      // Wrapped in an object: the queue must not wait for the sink's promise.
      return { accepting: (async () => sink(complete))() };
    });
    await accepting;
    return accepting !== undefined;
  }

  async function prepared(
    incoming: IncomingMessage,
    prepare: Prepare,
  ): Promise<IncomingMessage | null> {
    if (prepare === undefined) return incoming;
    try {
      return await prepare();
    } catch (error) {
      logger.warn(`${service}: a message is passed on incomplete`, describeError(error));
      return incoming;
    }
  }

  /** Resolves with the delivery, or with `false` when a stop or the time limit `answerMs` comes first. */
  function inTime(delivering: Promise<boolean>): Promise<boolean> {
    return new Promise((resolve, reject) => {
      const giveUp = (): void => resolve(false);
      const cancel = answerMs === undefined ? undefined : clock.after(answerMs, giveUp);
      waiting.add(giveUp);
      const end = (): void => {
        cancel?.();
        waiting.delete(giveUp);
      };
      delivering.then(resolve, reject).finally(end);
    });
  }

  async function settle(): Promise<void> {
    if (inFlight.size === 0) return;
    const done = new AbortController();
    const all = Promise.allSettled(inFlight.values());
    await Promise.race([all, pause(GRACE_MS, done.signal, clock)]);
    done.abort();
  }

  function accept(incoming: IncomingMessage, prepare?: Prepare): Promise<boolean> {
    const { id } = incoming;
    if (isStopped) return Promise.resolve(false);
    // Nothing is awaited between this look-up and `inFlight.set`, so two pushes of the same
    // message cannot both start a delivery.
    let delivering = inFlight.get(id);
    if (delivering === undefined) {
      delivering = deliver(incoming, prepare).finally(() => inFlight.delete(id));
      inFlight.set(id, delivering);
    }
    return inTime(delivering);
  }

  return {
    accept,
    async acceptAll(batch) {
      const outcomes = await Promise.allSettled(batch.map((incoming) => accept(incoming)));
      for (const outcome of outcomes) if (outcome.status === "rejected") throw outcome.reason;
      return outcomes.every((outcome) => outcome.status === "fulfilled" && outcome.value);
    },
    settle,
    async stop() {
      isStopped = true;
      await settle();
      // Messages that are still in flight are not acknowledged, whatever the sink does. If it accepts one
      // later, its inbox recognizes the platform's repeat as a duplicate.
      for (const giveUp of waiting) giveUp();
    },
  };
}
