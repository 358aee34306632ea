import { randomInt } from "node:crypto";
import { SimulatorError } from "../../errors.ts";
import { KeyedQueue } from "../../keyed-queue.ts";
import { CallbackClient, isLoopback } from "../../http/callback-client.ts";
import {
  createSealer,
  type SealedRequest,
  type Sealer,
  type SealerOptions,
} from "./sealed-request.ts";
import type { WecomFields } from "../wire.ts";

/** Options of {@link Callbacks}. */
export interface CallbackOptions extends SealerOptions {
  readonly timeoutMs: number;
  readonly retryMs: number;
}

/** A message that the bot has not accepted yet. */
interface Waiting {
  readonly from: string;
  readonly fields: WecomFields;
  /** The callback as first sent: repeats are identical, including the signature. */
  request?: SealedRequest;
  attempts: number;
}

/** How long the check of a URL may take, in milliseconds. */
const CHECK_MS = 1000;
/** The first attempt and three more. */
const MAX_ATTEMPTS = 4;

/** Posts callbacks to the bot: a member's messages in order, each repeated at most three times. */
export class Callbacks {
  readonly #options: CallbackOptions;
  readonly #sealer: Sealer;
  readonly #client: CallbackClient;
  readonly #waiting = new Set<Waiting>();
  readonly #queue = new KeyedQueue();
  readonly #timers = new Set<NodeJS.Timeout>();
  readonly #lost: WecomFields[] = [];
  #url: string | undefined;
  #closed = false;

  constructor(options: CallbackOptions) {
    this.#options = options;
    this.#sealer = createSealer(options);
    this.#client = new CallbackClient(40);
  }

  /** Number of messages that the bot has not accepted and the platform has not given up. */
  get pending(): number {
    return this.#waiting.size;
  }

  /** Messages given up after the last attempt. */
  get lost(): readonly WecomFields[] {
    return this.#lost.slice();
  }

  /** @throws SimulatorError `INVALID_INPUT` for a URL outside this machine */
  set(url: string): void {
    if (!URL.canParse(url) || !isLoopback(new URL(url))) {
      throw new SimulatorError(
        "INVALID_INPUT",
        "A callback must be at an address of this machine.",
      );
    }
    this.#url = url;
    for (const message of this.#waiting) if (message.attempts === 0) this.#enqueue(message);
  }

  add(from: string, fields: WecomFields): void {
    const message: Waiting = { from, fields, attempts: 0 };
    this.#waiting.add(message);
    if (this.#url !== undefined) this.#enqueue(message);
  }

  /** Asks the URL to decrypt a text, as when the administrator saves it. */
  async verify(): Promise<boolean> {
    const text = String(randomInt(2 ** 40));
    const url = this.#address(this.#sealer.check(text));
    const { timeoutMs } = this.#options;
    try {
      const signal = AbortSignal.timeout(Math.min(timeoutMs, CHECK_MS));
      const response = await fetch(url, { signal, redirect: "manual" });
      // Compares bytes, because decoding to text would ignore a byte order mark.
      const answer = Buffer.from(await response.arrayBuffer());
      return response.status === 200 && answer.equals(Buffer.from(text));
    } catch {
      return false;
    }
  }

  close(): void {
    this.#closed = true;
    for (const timer of this.#timers) clearTimeout(timer);
    this.#client.close();
  }

  #enqueue(message: Waiting): void {
    this.#queue.add(message.from, () => this.#attempt(message));
  }

  async #attempt(message: Waiting): Promise<void> {
    if (this.#closed) return;
    message.attempts += 1;
    const isTaken = await this.#post(message);
    if (this.#closed) return;
    if (isTaken) {
      this.#waiting.delete(message);
      if (this.#options.faults["duplicate"].take("callback")) await this.#post(message);
    } else if (message.attempts < MAX_ATTEMPTS) {
      const timer = setTimeout(() => {
        this.#timers.delete(timer);
        void this.#attempt(message);
      }, this.#options.retryMs);
      this.#timers.add(timer);
    } else {
      this.#waiting.delete(message);
      this.#lost.push(message.fields);
    }
  }

  async #post(message: Waiting): Promise<boolean> {
    const request = message.request ?? this.#sealer.write(message.fields);
    if (!request.isSpoiled) message.request = request;
    const headers = { "Content-Type": "text/xml" };
    try {
      const signal = AbortSignal.timeout(this.#options.timeoutMs);
      const url = this.#address(request);
      const answer = await this.#client.post(url, request.body, headers, signal);
      answer.resume();
      return answer.statusCode === 200;
    } catch {
      return false;
    }
  }

  #address({ query }: SealedRequest): string {
    if (this.#url === undefined) {
      throw new SimulatorError("INVALID_INPUT", "There is no callback: use setCallback first.");
    }
    const url = new URL(this.#url);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    return url.href;
  }
}
