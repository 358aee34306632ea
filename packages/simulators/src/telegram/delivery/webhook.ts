import type { CallHandler, WebhookTarget } from "./delivery.ts";
import type { QueuedUpdate, UpdateQueue } from "./queue.ts";

/** The last delivery that failed. */
export interface WebhookFailure {
  /** Seconds since 1970. */
  readonly date: number;
  readonly message: string;
}

/** The updates of one chat, delivered one after the other. */
interface ChatQueue {
  readonly updates: QueuedUpdate[];
  failures: number;
  delay: number;
}

/** Milliseconds for which a bot may answer with status 410 before the webhook is given up: 23 hours. */
const GONE_LIMIT_MS = 23 * 3600 * 1000;

/** Delivers updates by POST: several chats in parallel, each in order, with growing pauses on failure. */
export class Webhook {
  /** Runs the call that an answer's body may contain. */
  onCall: CallHandler = () => undefined;
  readonly loopback: boolean;
  readonly #queue: UpdateQueue;
  readonly #retryMs: number;
  readonly #now: () => number;
  readonly #queues = new Map<number, ChatQueue>();
  readonly #timers = new Set<NodeJS.Timeout>();
  #ready: ChatQueue[] = [];
  #active = 0;
  #target: WebhookTarget | undefined;
  #goneSince: number | undefined;
  #failure: WebhookFailure | undefined;
  #nextSetAt = -Infinity;

  constructor(
    queue: UpdateQueue,
    options: { readonly loopback: boolean; readonly retryMs: number; readonly now: () => number },
  ) {
    this.#queue = queue;
    this.loopback = options.loopback;
    this.#retryMs = options.retryMs;
    this.#now = options.now;
    queue.onAdded((update) => {
      if (this.#target === undefined) return;
      this.#load(update);
      this.#pump();
    });
  }

  get target(): WebhookTarget | undefined {
    return this.#target;
  }

  get failure(): WebhookFailure | undefined {
    return this.#failure;
  }

  /** Whether this setWebhook follows the previous one too soon. */
  isHasty(): boolean {
    const now = performance.now();
    if (now < this.#nextSetAt) return true;
    this.#nextSetAt = now + this.#retryMs;
    return false;
  }

  /** Delivers to the target from now on, including the waiting updates. */
  set(target: WebhookTarget): void {
    this.clear();
    this.#target = target;
    for (const update of this.#queue.waiting()) this.#load(update);
    this.#pump();
  }

  /** Stops delivering; undelivered updates stay in the queue. */
  clear(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
    this.#target?.close();
    this.#target = undefined;
    this.#queues.clear();
    this.#ready = [];
    this.#active = 0;
    this.#goneSince = undefined;
    this.#failure = undefined;
  }

  #load(update: QueuedUpdate): void {
    const queue = this.#queues.get(update.chatId);
    if (queue !== undefined) {
      queue.updates.push(update);
      return;
    }
    const opened: ChatQueue = { updates: [update], failures: 0, delay: 1 };
    this.#queues.set(update.chatId, opened);
    this.#ready.push(opened);
  }

  #pump(): void {
    while (this.#target !== undefined && this.#active < this.#target.settings.maxConnections) {
      const queue = this.#ready.shift();
      const first = queue?.updates[0];
      if (queue === undefined || first === undefined) return;
      this.#active += 1;
      void this.#deliver(queue, first, this.#target);
    }
  }

  async #deliver(queue: ChatQueue, queued: QueuedUpdate, target: WebhookTarget): Promise<void> {
    const failed = await target.deliver(queued.update, this.onCall);
    if (this.#target !== target) return;
    this.#active -= 1;
    if (failed === undefined) {
      this.#goneSince = undefined;
      this.#queue.forget(queued.update.update_id);
      this.#next(queue, queued.chatId);
    } else {
      this.#failure = { date: Math.floor(this.#now() / 1000), message: failed.message };
      this.#retry(queue, queued, failed.retryAfter);
      this.#countGone(failed.status);
    }
    this.#pump();
  }

  #countGone(status: number): void {
    if (status !== 410) this.#goneSince = undefined;
    else if (this.#goneSince === undefined) this.#goneSince = this.#now();
    else if (this.#now() > this.#goneSince + GONE_LIMIT_MS) this.clear();
  }

  #next(queue: ChatQueue, key: number): void {
    queue.updates.shift();
    queue.failures = 0;
    queue.delay = 1;
    if (queue.updates.length > 0) this.#ready.push(queue);
    else this.#queues.delete(key);
  }

  /** Retries the first failure at once; then the pause doubles up to one or two minutes. */
  #retry(queue: ChatQueue, queued: QueuedUpdate, retryAfter: number): void {
    let pause = retryAfter;
    if (retryAfter === 0 && queue.failures > 0) {
      queue.delay = Math.min(60 + Math.floor(Math.random() * 61), queue.delay * 2);
      pause = queue.delay;
    }
    queue.failures += 1;
    const pauseMs = pause * this.#retryMs;
    if (this.#now() + pauseMs > queued.expiresAt) {
      this.#queue.forget(queued.update.update_id);
      this.#next(queue, queued.chatId);
      return;
    }
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      this.#ready.push(queue);
      this.#pump();
    }, pauseMs);
    this.#timers.add(timer);
  }
}
