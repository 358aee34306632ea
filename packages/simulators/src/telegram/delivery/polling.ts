import { WireError } from "../answer.ts";
import type { Params } from "../methods/params.ts";
import type { UpdateQueue } from "./queue.ts";
import type { TelegramUpdate } from "../wire.ts";

export const OTHER_INSTANCE: string =
  "Conflict: terminated by other getUpdates request; make sure that only one bot instance is running";
export const WEBHOOK_ACTIVE: string =
  "Conflict: can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first";

/** The longest time for which the server holds a request, in seconds. */
const MAX_TIMEOUT = 50;

interface HeldPoll {
  readonly offset: number;
  readonly limit: number;
  readonly timer: NodeJS.Timeout;
  readonly resolve: (updates: readonly TelegramUpdate[]) => void;
  readonly reject: (error: WireError) => void;
}

/** getUpdates: at most one request is held, until an update, its timeout, or a conflict. */
export class Polling {
  readonly #queue: UpdateQueue;
  readonly #guardMs: number;
  readonly #delays = new Set<NodeJS.Timeout>();
  #held: HeldPoll | undefined;
  #wakeUp: NodeJS.Immediate | undefined;
  #previous = { offset: Number.NaN, at: -Infinity };
  #nextConflictAt = -Infinity;

  constructor(queue: UpdateQueue, guardMs: number) {
    this.#queue = queue;
    this.#guardMs = guardMs;
    queue.onAdded(() => {
      if (this.#held === undefined || this.#wakeUp !== undefined) return;
      // Updates of the same turn of the event loop are sent in one answer.
      this.#wakeUp = setImmediate(() => {
        this.#wakeUp = undefined;
        this.#answerHeld();
      });
    });
  }

  /**
   * @param repeat The offset confirms nothing this time.
   * @param gone Registers a callback for the client's disconnection.
   */
  getUpdates(
    params: Params,
    repeat: boolean,
    gone: (listener: () => void) => void,
  ): Promise<readonly TelegramUpdate[]> {
    const offset = params.integer("offset", 0);
    let limit = params.integer("limit", 100, 1, 100);
    let timeoutMs = params.integer("timeout", 0, 0, MAX_TIMEOUT) * 1000;
    this.#queue.allow(params);
    // Slows down a bot that polls in a busy loop.
    const now = performance.now();
    if (offset === this.#previous.offset) {
      if (timeoutMs < 3000 && now < this.#previous.at + this.#guardMs) timeoutMs = this.#guardMs;
      if (now < this.#previous.at + this.#guardMs / 6) limit = 1;
    }
    this.#previous = { offset, at: now };
    this.interrupt(OTHER_INSTANCE);
    const updates = this.#take(offset, limit, repeat);
    if (updates.length > 0 || timeoutMs === 0) return Promise.resolve(updates);
    return this.#hold(offset, limit, timeoutMs, gone);
  }

  /** Whether a request is held. */
  get holds(): boolean {
    return this.#held !== undefined;
  }

  /** Ends the held request with a conflict. */
  interrupt(text: string): void {
    const held = this.#release();
    if (held !== undefined) this.conflict(text).catch(held.reject);
  }

  /** Ends the held request with a refusal. */
  refuse(error: WireError): void {
    this.#release()?.reject(error);
  }

  /** Always rejects with 409; delays the answer to a second conflict in a short time. */
  conflict(text: string): Promise<never> {
    const error = new WireError(409, text);
    const now = performance.now();
    if (now >= this.#nextConflictAt) {
      this.#nextConflictAt = now + this.#guardMs;
      return Promise.reject(error);
    }
    return new Promise((_resolve, reject) => {
      const timer = setTimeout(() => {
        this.#delays.delete(timer);
        reject(error);
      }, this.#guardMs);
      this.#delays.add(timer);
    });
  }

  close(): void {
    this.refuse(new WireError(500, "Internal Server Error: restart"));
    for (const timer of this.#delays) clearTimeout(timer);
    clearImmediate(this.#wakeUp);
  }

  #take(offset: number, limit: number, repeat: boolean): TelegramUpdate[] {
    let confirmed = offset;
    if (offset < 0) confirmed = this.#queue.nextId + Math.max(offset, -this.#queue.size);
    // An offset far beyond the newest update counts as a mistake and confirms nothing.
    if (confirmed > 0 && confirmed <= this.#queue.nextId + 10 && !repeat) {
      this.#queue.confirmBelow(confirmed);
    }
    const updates: TelegramUpdate[] = [];
    for (const { update } of this.#queue.waiting()) {
      updates.push(update);
      if (updates.length >= limit) break;
    }
    return updates;
  }

  #hold(
    offset: number,
    limit: number,
    timeoutMs: number,
    gone: (listener: () => void) => void,
  ): Promise<readonly TelegramUpdate[]> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.#release()?.resolve([]), timeoutMs);
      const held: HeldPoll = { offset, limit, timer, resolve, reject };
      this.#held = held;
      gone(() => {
        if (this.#held === held) this.#release()?.resolve([]);
      });
    });
  }

  #answerHeld(): void {
    const held = this.#release();
    held?.resolve(this.#take(Math.max(held.offset, 0), held.limit, true));
  }

  #release(): HeldPoll | undefined {
    const held = this.#held;
    this.#held = undefined;
    clearTimeout(held?.timer);
    return held;
  }
}
