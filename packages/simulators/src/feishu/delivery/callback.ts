import { createCipheriv, createHash, randomBytes } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { isRecord } from "../../http/http.ts";
import { CallbackClient } from "../../http/callback-client.ts";
import { KeyedQueue } from "../../keyed-queue.ts";
import type { FeishuFaultSlots } from "../faults.ts";
import type { EventQueue, EventTransport, QueuedEvent } from "./queue.ts";

/** Options of {@link CallbackDelivery}. */
export interface CallbackOptions {
  readonly queue: EventQueue;
  readonly faults: FeishuFaultSlots;
  /** Encrypts and signs events; `""` for neither. */
  readonly encryptKey: string;
  readonly verificationToken: string;
  /** The first of the growing pauses before repeats, in milliseconds. */
  readonly retryMs: number;
  /** The platform's time of day, which is signed. */
  readonly now: () => number;
}

/** The pauses before the repeats as multiples of the first: 15 s, 5 min, 1 h, 6 h. */
const PAUSES = [1, 20, 240, 1440];
const ANSWER_TIMEOUT_MS = 3000;
const CHALLENGE_TIMEOUT_MS = 1000;

/** Delivers events by POST to the URL that the app's owner has set. */
export class CallbackDelivery implements EventTransport {
  readonly #options: CallbackOptions;
  readonly #url: string;
  readonly #client = new CallbackClient(8);
  /** Keeps the first deliveries of each chat in order. */
  readonly #queue = new KeyedQueue();
  #isClosed = false;
  #verifying: Promise<boolean> | undefined;

  constructor(url: string, options: CallbackOptions) {
    this.#url = url;
    this.#options = options;
  }

  offer(queued: QueuedEvent): void {
    this.#queue.add(queued.chat, () => this.#deliver(queued));
  }

  close(): Promise<void> {
    this.#isClosed = true;
    this.#client.close();
    return Promise.resolve();
  }

  /** Sends a challenge, which the URL must answer before the platform accepts the URL. */
  async verify(): Promise<boolean> {
    const challenge = randomBytes(16).toString("hex");
    const { verificationToken: token } = this.#options;
    const answer = await this.#post(
      { type: "url_verification", challenge, token },
      CHALLENGE_TIMEOUT_MS,
      false,
    );
    return isRecord(answer) && answer["challenge"] === challenge;
  }

  async #deliver(queued: QueuedEvent): Promise<void> {
    const { queue, faults, retryMs } = this.#options;
    this.#verifying ??= this.verify();
    const verified = await this.#verifying;
    if (!verified) this.#verifying = undefined;
    queued.attempts += 1;
    const times = faults["duplicate"].take("event") === undefined ? 1 : 2;
    const lost = !verified || faults["lost-frame"].take("event") !== undefined;
    const { event } = queued;
    const header = { ...event.header, token: `not-${event.header.token}` };
    const body = faults["wrong-token"].take("event") === undefined ? event : { ...event, header };
    const posts = Array.from({ length: lost ? 0 : times }, () =>
      this.#post(body, ANSWER_TIMEOUT_MS, true),
    );
    const answers = await Promise.all(posts);
    if (this.#isClosed || queue.get(queued.key) !== queued) return;
    const pause = PAUSES[queued.attempts - 1];
    if (answers.some((answer) => answer !== undefined) || pause === undefined) {
      queue.done(queued.key);
      return;
    }
    queued.timer = setTimeout(() => {
      queued.timer = undefined;
      void this.#deliver(queued);
    }, pause * retryMs);
  }

  /** The answer's JSON; `null` for another body with status 200, `undefined` for a failure. */
  async #post(body: object, timeoutMs: number, signed: boolean): Promise<unknown> {
    const { encryptKey, faults, now } = this.#options;
    const text = JSON.stringify(encryptKey === "" ? body : { encrypt: encrypt(body, encryptKey) });
    const headers: Record<string, string> = { "Content-Type": "application/json; charset=utf-8" };
    if (encryptKey !== "" && signed) {
      const isForged = faults["wrong-signature"].take("event") !== undefined;
      Object.assign(headers, sign(text, isForged ? `not-${encryptKey}` : encryptKey, now()));
    }
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(), timeoutMs);
    try {
      return await this.#exchange(text, headers, late.signal);
    } catch {
      return undefined;
    } finally {
      clearTimeout(timer);
    }
  }

  async #exchange(
    text: string,
    headers: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<unknown> {
    const answer = await this.#client.post(this.#url, text, headers, signal);
    const body = await buffer(answer);
    return answer.statusCode === 200 ? parse(body.toString()) : undefined;
  }
}

/** Encrypts with AES-256-CBC: the key is the SHA-256 of the Encrypt Key, and the IV precedes the bytes. */
function encrypt(body: object, encryptKey: string): string {
  const key = createHash("sha256").update(encryptKey).digest();
  const iv = randomBytes(16);
  const cipher = createCipheriv("aes-256-cbc", key, iv);
  return Buffer.concat([iv, cipher.update(JSON.stringify(body)), cipher.final()]).toString(
    "base64",
  );
}

function sign(body: string, encryptKey: string, now: number): Record<string, string> {
  const timestamp = String(Math.floor(now / 1000));
  const nonce = randomBytes(8).toString("hex");
  const signature = createHash("sha256")
    .update(timestamp + nonce + encryptKey + body)
    .digest("hex");
  return {
    "X-Lark-Request-Timestamp": timestamp,
    "X-Lark-Request-Nonce": nonce,
    "X-Lark-Signature": signature,
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
