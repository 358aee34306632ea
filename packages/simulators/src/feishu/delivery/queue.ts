import type { FeishuEvent } from "../wire.ts";

/** An event that the bot has not acknowledged yet. */
export interface QueuedEvent {
  /** The id of its pushes; the same for each repeat. */
  readonly key: string;
  readonly event: FeishuEvent;
  /** The chat; deliveries by HTTP keep the order of first attempts within it. */
  readonly chat: string;
  /** How often the event was pushed. */
  attempts: number;
  /** The timer of the next repeat. */
  timer: NodeJS.Timeout | undefined;
}

/** Delivers events to the bot. */
export interface EventTransport {
  /** Pushes an event if a connection can take it. */
  offer(queued: QueuedEvent): void;
  /** Ends the connections. */
  close(): Promise<void>;
}

/** The events that the bot has not acknowledged, in order. */
export class EventQueue {
  readonly #events = new Map<string, QueuedEvent>();
  #transport: EventTransport | undefined;

  get size(): number {
    return this.#events.size;
  }

  /** Delivers by this transport from now on, including the waiting events. */
  use(way: EventTransport): void {
    this.#transport = way;
    for (const queued of this.#events.values()) {
      this.#stop(queued);
      way.offer(queued);
    }
  }

  add(event: FeishuEvent, chat: string): void {
    const queued: QueuedEvent = {
      key: event.header.event_id,
      event,
      chat,
      attempts: 0,
      timer: undefined,
    };
    this.#events.set(queued.key, queued);
    this.#transport?.offer(queued);
  }

  /** The events for which no repeat is scheduled. */
  idle(): readonly QueuedEvent[] {
    return [...this.#events.values()].filter(({ timer }) => timer === undefined);
  }

  get(key: string): QueuedEvent | undefined {
    return this.#events.get(key);
  }

  /** Removes an event that the bot has accepted, or that the platform gives up. */
  done(key: string): void {
    const queued = this.#events.get(key);
    if (queued === undefined) return;
    this.#stop(queued);
    this.#events.delete(key);
  }

  close(): void {
    for (const queued of this.#events.values()) this.#stop(queued);
  }

  #stop(queued: QueuedEvent): void {
    clearTimeout(queued.timer);
    queued.timer = undefined;
  }
}
