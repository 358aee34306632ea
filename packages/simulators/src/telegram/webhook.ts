import type { IncomingMessage } from "node:http";
import { readForm } from "../http.ts";
import { CallbackClient } from "../post.ts";
import { Params } from "./params.ts";
import type { QueuedUpdate, UpdateQueue } from "./queue.ts";

/** Where and how updates are delivered. */
export interface WebhookTarget {
  readonly url: string;
  readonly secret: string;
  readonly maxConnections: number;
  /** A self-signed certificate in PEM form that the bot has uploaded. */
  readonly certificate: string | undefined;
}

/** The last delivery that failed. */
export interface WebhookFailure {
  /** Seconds since 1970. */
  readonly date: number;
  readonly message: string;
}

/** The updates of one chat, delivered one after the other. */
interface Lane {
  readonly updates: QueuedUpdate[];
  failures: number;
  delay: number;
}

/** Answers with this status for so long that the webhook is given up: 23 hours. */
const GONE_LIMIT_MS = 23 * 3600 * 1000;
const ANSWER_TIMEOUT_MS = 60_000;
const MAX_RETRY_AFTER = 3600;
const MAX_ANSWER_BYTES = 50 << 20;

/** Delivers updates by POST: many chats at once, each in order, with growing pauses on failure. */
export class Webhook {
  /** Runs the call that an answer's body may hold. */
  onCall: (method: string, params: Params) => void = () => undefined;
  readonly loopback: boolean;
  readonly #queue: UpdateQueue;
  readonly #retryMs: number;
  readonly #now: () => number;
  readonly #lanes = new Map<number, Lane>();
  readonly #timers = new Set<NodeJS.Timeout>();
  #ready: Lane[] = [];
  #active = 0;
  #target: WebhookTarget | undefined;
  #client: CallbackClient | undefined;
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

  /** Whether this setWebhook comes within a second of the one before. */
  isHasty(): boolean {
    const now = performance.now();
    if (now < this.#nextSetAt) return true;
    this.#nextSetAt = now + this.#retryMs;
    return false;
  }

  /** Delivers from now on to the target, also what already waits. */
  set(target: WebhookTarget): void {
    this.clear();
    this.#target = target;
    this.#client = new CallbackClient(target.maxConnections, ANSWER_TIMEOUT_MS, target.certificate);
    for (const update of this.#queue.waiting()) this.#load(update);
    this.#pump();
  }

  /** Delivers no more; what was not delivered stays in the queue. */
  clear(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
    this.#client?.close();
    this.#client = undefined;
    this.#target = undefined;
    this.#lanes.clear();
    this.#ready = [];
    this.#active = 0;
    this.#goneSince = undefined;
    this.#failure = undefined;
  }

  #load(update: QueuedUpdate): void {
    const lane = this.#lanes.get(update.lane);
    if (lane !== undefined) {
      lane.updates.push(update);
      return;
    }
    const opened: Lane = { updates: [update], failures: 0, delay: 1 };
    this.#lanes.set(update.lane, opened);
    this.#ready.push(opened);
  }

  #pump(): void {
    while (this.#target !== undefined && this.#active < this.#target.maxConnections) {
      const lane = this.#ready.shift();
      const first = lane?.updates[0];
      if (lane === undefined || first === undefined) return;
      this.#active += 1;
      void this.#deliver(lane, first, this.#target);
    }
  }

  async #deliver(lane: Lane, queued: QueuedUpdate, target: WebhookTarget): Promise<void> {
    const outcome = await this.#post(queued, target);
    if (this.#target !== target) return;
    this.#active -= 1;
    if (outcome === "ok") {
      this.#queue.forget(queued.update.update_id);
      this.#next(lane, queued.lane);
    } else {
      this.#failure = { date: Math.floor(this.#now() / 1000), message: outcome.message };
      this.#retry(lane, queued, outcome.retryAfter);
    }
    this.#pump();
  }

  async #post(
    { update }: QueuedUpdate,
    target: WebhookTarget,
  ): Promise<"ok" | { readonly message: string; readonly retryAfter: number }> {
    const headers: Record<string, string> = { "Content-Type": "application/json" };
    if (target.secret !== "") headers["X-Telegram-Bot-Api-Secret-Token"] = target.secret;
    try {
      const answer = await this.#client?.post(target.url, JSON.stringify(update), headers);
      if (answer === undefined) return { message: "Webhook connection closed", retryAfter: 0 };
      const status = answer.statusCode ?? 0;
      if (status >= 200 && status < 300) {
        this.#goneSince = undefined;
        await this.#runCall(answer);
        return "ok";
      }
      answer.resume();
      this.#countGone(status);
      const retryAfter = Number.parseInt(answer.headers["retry-after"] ?? "0", 10);
      return {
        message: `Wrong response from the webhook: ${status} ${answer.statusMessage ?? ""}`.trim(),
        retryAfter: Math.min(
          MAX_RETRY_AFTER,
          Math.max(0, Number.isNaN(retryAfter) ? 0 : retryAfter),
        ),
      };
    } catch (error) {
      const refused = error instanceof Error && "code" in error && error.code === "ECONNREFUSED";
      const message = refused ? "Connection refused" : "Webhook connection closed";
      return { message, retryAfter: 0 };
    }
  }

  /** A bot may answer a delivery with one call; it never learns the result. */
  async #runCall(answer: IncomingMessage): Promise<void> {
    const params = new Params(await readForm(answer, "", MAX_ANSWER_BYTES));
    const method = params.text("method").toLowerCase();
    const excluded = ["", "setwebhook", "deletewebhook", "close", "logout"].includes(method);
    if (!excluded && !method.startsWith("get")) this.onCall(method, params);
  }

  #countGone(status: number): void {
    if (status !== 410) this.#goneSince = undefined;
    else if (this.#goneSince === undefined) this.#goneSince = this.#now();
    else if (this.#now() > this.#goneSince + GONE_LIMIT_MS) this.clear();
  }

  #next(lane: Lane, key: number): void {
    lane.updates.shift();
    lane.failures = 0;
    lane.delay = 1;
    if (lane.updates.length > 0) this.#ready.push(lane);
    else this.#lanes.delete(key);
  }

  /** The first failure is retried at once, then the pause doubles up to one or two minutes. */
  #retry(lane: Lane, queued: QueuedUpdate, retryAfter: number): void {
    let pause = retryAfter;
    if (retryAfter === 0 && lane.failures > 0) {
      lane.delay = Math.min(60 + Math.floor(Math.random() * 61), lane.delay * 2);
      pause = lane.delay;
    }
    lane.failures += 1;
    const pauseMs = pause * this.#retryMs;
    if (this.#now() + pauseMs > queued.expiresAt) {
      this.#queue.forget(queued.update.update_id);
      this.#next(lane, queued.lane);
      return;
    }
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      this.#ready.push(lane);
      this.#pump();
    }, pauseMs);
    this.#timers.add(timer);
  }
}
