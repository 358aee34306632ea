/** A message on its way to the robot. */
export interface Push {
  /** JSON as text. */
  readonly data: string;
  /** When the platform stops repeating the push, in milliseconds since 1970; unset before the first attempt. */
  until?: number;
  /** Whether a connection has sent it and got no answer yet. */
  isCarried: boolean;
}

/** Sends a push to the robot; returns `false` when no connection can send it. */
export type Carrier = (push: Push) => boolean;

/** How long an unanswered push is repeated, in milliseconds. */
const REPEAT_FOR_MS = 60_000;

/** All messages that the robot has not acknowledged, in order. */
export class Delivery {
  readonly #pushes = new Set<Push>();
  readonly #timers = new Set<NodeJS.Timeout>();
  readonly #redeliveryMs: number;
  readonly #now: () => number;
  #carrier: Carrier = () => false;
  #isClosed = false;

  /** @param redeliveryMs milliseconds after which an unanswered push is repeated; 0: never */
  constructor(redeliveryMs: number, now: () => number) {
    this.#redeliveryMs = redeliveryMs;
    this.#now = now;
  }

  get size(): number {
    return this.#pushes.size;
  }

  add(data: string): void {
    const push: Push = { data, isCarried: false };
    this.#pushes.add(push);
    this.#try(push);
  }

  /** Sends through another carrier from now on, beginning with the waiting pushes. */
  carryBy(carrier: Carrier): void {
    this.#carrier = carrier;
    this.flush();
  }

  /** Tries all waiting pushes; called when a connection has opened. */
  flush(): void {
    for (const push of this.#pushes) this.#try(push);
  }

  acknowledge(push: Push): void {
    this.#pushes.delete(push);
  }

  /** Whether the push is still to be delivered. */
  isOpen(push: Push): boolean {
    return this.#pushes.has(push);
  }

  /** Called when the robot could not accept the push. */
  refuse(push: Push): void {
    this.#repeatLater(push);
  }

  /** Called when the connection that had sent the push has closed. */
  release(push: Push): void {
    if (this.#redeliveryMs === 0) return;
    push.isCarried = false;
    this.#try(push);
  }

  close(): void {
    this.#isClosed = true;
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
    this.#carrier = () => false;
  }

  #try(push: Push): void {
    if (push.isCarried || !this.#pushes.has(push)) return;
    if (push.until !== undefined && this.#now() > push.until) return;
    push.isCarried = this.#carrier(push);
    if (!push.isCarried) return;
    push.until ??= this.#now() + REPEAT_FOR_MS;
    this.#repeatLater(push);
  }

  #repeatLater(push: Push): void {
    // Closing the simulator cuts deliveries, which are then refused; they are not repeated.
    if (this.#redeliveryMs === 0 || this.#isClosed) return;
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      push.isCarried = false;
      this.#try(push);
    }, this.#redeliveryMs);
    this.#timers.add(timer);
  }
}
