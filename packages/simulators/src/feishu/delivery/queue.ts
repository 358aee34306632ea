import type { FeishuEvent } from "../wire.ts";

/** An event that the bot has not acknowledged yet. */
export interface QueuedEvent {
  /** The id of its pushes; the same for each repeat. */
  readonly key: string;
  readonly event: FeishuEvent;
  /** The chat, within which HTTP keeps the order of first deliveries. */
  readonly chat: string;
  /** How often it was pushed. */
  attempts: number;
  /** The timer of the next repeat. */
  timer: NodeJS.Timeout | undefined;
}

/** Delivers events to the bot. */
export interface EventTransport {
  /** Pushes an event, if it can. */
  offer(queued: QueuedEvent): void;
  /** Ends the connections. */
  close(): Promise<void>;
}

/** What waits for the bot, in order. */
export class EventQueue {
  readonly #events = new Map<string, QueuedEvent>();
  #transport: EventTransport | undefined;

  get size(): number {
    return this.#events.size;
  }

  /** Delivers on this way from now on, also what waits. */
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

  /** The events that no repeat is planned for. */
  idle(): readonly QueuedEvent[] {
    return [...this.#events.values()].filter(({ timer }) => timer === undefined);
  }

  get(key: string): QueuedEvent | undefined {
    return this.#events.get(key);
  }

  /** The bot has accepted it, or the platform gives it up. */
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
