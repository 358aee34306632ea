import {
  type AdapterState,
  type Clock,
  describeError,
  type IncomingMessage,
  type Logger,
  type MessageSink,
} from "@botwright/core";
import { pause } from "./backoff.ts";
import { BoundedMap } from "./bounded-map.ts";
import type { MediaReferences } from "./media-references.ts";
import { createSendLanes } from "./send-lanes.ts";

/** Options of {@link createDeliveries}. */
export interface DeliveriesOptions {
  /** Name of the platform, for log lines. */
  readonly service: string;
  readonly sink: MessageSink;
  /** Seal the media of each message; the adapter's downloads must have the same. */
  readonly references: MediaReferences;
  readonly logger: Logger;
  readonly clock: Clock;
  /** How long the platform waits for an acknowledgement, in milliseconds. @default for ever */
  readonly answerMs?: number;
  /**
   * Remembers over restarts, under keys that begin with `prefix`, which messages were taken: for
   * platforms that push a message again whose acknowledgement was lost. @default in memory only
   */
  readonly taken?: { readonly state: AdapterState; readonly prefix: string };
}

/** The one way from an adapter to its sink. */
export interface Deliveries {
  /**
   * Hands a message over. A person's messages are started in their order, and none waits until
   * another is taken. A repeat joins the one that is under way; of one that was taken before, the
   * sink hears nothing.
   *
   * @param prepare Completes the message, in the person's order, before the sink has it.
   * @returns whether it may be acknowledged: `false` when a stop or the platform's patience ended
   * the wait
   * @throws what the sink throws, and what the state throws that keeps the key of the references
   */
  take(incoming: IncomingMessage, prepare?: () => Promise<IncomingMessage>): Promise<boolean>;
  /**
   * Hands a batch over and waits for all of it.
   * @throws the first of what the sink has thrown
   */
  takeAll(batch: readonly IncomingMessage[]): Promise<boolean>;
  /** Resolves when nothing is under way, or after a grace time: a sink that hangs keeps nobody. */
  settle(): Promise<void>;
  /** Takes nothing more, waits like {@link settle}, and gives up what is still under way then. */
  stop(): Promise<void>;
}

type Prepare = (() => Promise<IncomingMessage>) | undefined;

/** How long a stop waits for what is under way, in milliseconds. */
const GRACE_MS = 1000;
/** So many ids are remembered here, against repeats. */
const REMEMBERED = 1000;
/** No platform repeats a message for longer. */
const TAKEN_TTL_MS = 24 * 3600 * 1000;

/** Makes {@link Deliveries}, which last from a start to its stop. */
export function createDeliveries(options: DeliveriesOptions): Deliveries {
  const { service, sink, references, logger, clock, answerMs, taken } = options;
  const lanes = createSendLanes();
  /** By exact ids. */
  const underWay = new Map<string, Promise<boolean>>();
  const recent = new BoundedMap<string, true>(REMEMBERED);
  /** Ends the waits of those who want to acknowledge. */
  const waiting = new Set<() => void>();
  let isStopped = false;

  async function hand(incoming: IncomingMessage, prepare: Prepare): Promise<boolean> {
    const { id, message } = incoming;
    const turn = await lanes.run(message.from, async () => {
      if (isStopped || (await isKnown(id))) return { taking: undefined, isTaken: !isStopped };
      const complete = await references.seal(await completed(incoming, prepare));
      // Inside an object: the next message does not wait for it.
      return { taking: (async () => sink(complete))(), isTaken: true };
    });
    if (turn.taking !== undefined) {
      await turn.taking;
      await remember(id);
    }
    if (turn.isTaken) recent.set(id, true);
    return turn.isTaken;
  }

  async function isKnown(id: string): Promise<boolean> {
    if (taken === undefined) return false;
    try {
      return (await taken.state.get(taken.prefix + id)) !== undefined;
    } catch (error) {
      // Rather twice than never.
      logger.warn(`${service}: whether a message is new cannot be told`, describeError(error));
      return false;
    }
  }

  async function remember(id: string): Promise<void> {
    try {
      await taken?.state.set(taken.prefix + id, true, { ttlMs: TAKEN_TTL_MS });
    } catch (error) {
      logger.warn(`${service}: a message was taken, but may come again`, describeError(error));
    }
  }

  async function completed(incoming: IncomingMessage, prepare: Prepare): Promise<IncomingMessage> {
    if (prepare === undefined) return incoming;
    try {
      return await prepare();
    } catch (error) {
      logger.warn(`${service}: a message goes on incomplete`, describeError(error));
      return incoming;
    }
  }

  /** What comes first: the end, a stop, or the end of the platform's patience. */
  function inTime(taking: Promise<boolean>): Promise<boolean> {
    return new Promise((resolve, reject) => {
      const giveUp = (): void => resolve(false);
      const cancel = answerMs === undefined ? undefined : clock.after(answerMs, giveUp);
      waiting.add(giveUp);
      const end = (): void => {
        cancel?.();
        waiting.delete(giveUp);
      };
      taking.then(resolve, reject).finally(end);
    });
  }

  async function settle(): Promise<void> {
    if (underWay.size === 0) return;
    const done = new AbortController();
    const all = Promise.allSettled(underWay.values());
    await Promise.race([all, pause(GRACE_MS, done.signal, clock)]);
    done.abort();
  }

  function take(incoming: IncomingMessage, prepare?: Prepare): Promise<boolean> {
    const { id } = incoming;
    if (isStopped) return Promise.resolve(false);
    if (recent.has(id)) return Promise.resolve(true);
    let taking = underWay.get(id);
    if (taking === undefined) {
      taking = hand(incoming, prepare).finally(() => underWay.delete(id));
      underWay.set(id, taking);
    }
    return inTime(taking);
  }

  return {
    take,
    async takeAll(batch) {
      const outcomes = await Promise.allSettled(batch.map((incoming) => take(incoming)));
      for (const outcome of outcomes) if (outcome.status === "rejected") throw outcome.reason;
      return outcomes.every((outcome) => outcome.status === "fulfilled" && outcome.value);
    },
    settle,
    async stop() {
      isStopped = true;
      await settle();
      for (const giveUp of waiting) giveUp();
    },
  };
}
