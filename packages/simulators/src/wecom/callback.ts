import { randomInt } from "node:crypto";
import { SimulatorError } from "../errors.ts";
import { CallbackClient, isLoopback } from "../post.ts";
import { encryptMessage, sign } from "./crypto.ts";
import type { WecomFaultSlots } from "./faults.ts";
import { toXml, type TextStyle, type WecomFields } from "./wire.ts";

/** The binding inputs and what the administrator enters beside the callback's address. */
export interface WecomCredentials {
  readonly corp_id: string;
  readonly agent_id: string;
  readonly secret: string;
  readonly token: string;
  readonly encoding_aes_key: string;
}

/** Options of {@link Callbacks}. */
export interface CallbackOptions {
  readonly credentials: WecomCredentials;
  readonly faults: WecomFaultSlots;
  readonly now: () => number;
  readonly timeoutMs: number;
  readonly retryMs: number;
}

/** A message that the bot has not taken yet. */
interface Waiting {
  readonly from: string;
  readonly fields: WecomFields;
  attempts: number;
}

/** The first attempt and three more. */
const MAX_ATTEMPTS = 4;

/** Calls the bot back: a member's messages in order, each repeated at most three times. */
export class Callbacks {
  readonly #options: CallbackOptions;
  readonly #client: CallbackClient;
  readonly #waiting = new Set<Waiting>();
  readonly #lanes = new Map<string, Promise<void>>();
  readonly #timers = new Set<NodeJS.Timeout>();
  readonly #lost: WecomFields[] = [];
  #url: string | undefined;
  #closed = false;
  #count = 0;

  constructor(options: CallbackOptions) {
    this.#options = options;
    this.#client = new CallbackClient(40, options.timeoutMs);
  }

  /** How many messages the bot has neither taken nor missed for good. */
  get pending(): number {
    return this.#waiting.size;
  }

  /** The messages that were given up after the last attempt. */
  get lost(): readonly WecomFields[] {
    return this.#lost.slice();
  }

  /** @throws SimulatorError `INVALID_INPUT` for an address outside this machine */
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

  /** Asks the address to decrypt a text, as when the administrator saves it. */
  async verify(): Promise<boolean> {
    const text = String(randomInt(2 ** 40));
    const encrypted = this.#encrypt(text);
    const response = await fetch(this.#address(encrypted, { echostr: encrypted }), {
      signal: AbortSignal.timeout(this.#options.timeoutMs),
      redirect: "manual",
    });
    return response.status === 200 && (await response.text()) === text;
  }

  close(): void {
    this.#closed = true;
    for (const timer of this.#timers) clearTimeout(timer);
    this.#client.close();
  }

  #enqueue(message: Waiting): void {
    const before = this.#lanes.get(message.from) ?? Promise.resolve();
    this.#lanes.set(
      message.from,
      before.then(() => this.#attempt(message)),
    );
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
    const { agent_id: agent, corp_id: corp } = this.#options.credentials;
    // Both orders of the elements and both ways to write a text occur.
    this.#count += 1;
    const style: TextStyle = this.#count % 2 === 0 ? "cdata" : "bare";
    const encrypted = this.#encrypt(toXml(message.fields, style));
    const common = { ToUserName: corp };
    const envelope =
      this.#count % 3 === 0
        ? { ...common, AgentID: agent, Encrypt: encrypted }
        : { ...common, Encrypt: encrypted, AgentID: agent };
    const headers = { "Content-Type": "text/xml" };
    try {
      const answer = await this.#client.post(
        this.#address(encrypted),
        toXml(envelope, style),
        headers,
      );
      answer.resume();
      return answer.statusCode === 200;
    } catch {
      return false;
    }
  }

  #encrypt(text: string): string {
    const { credentials, faults } = this.#options;
    const isStranger = faults["wrong-receiver"].take("callback") !== undefined;
    return encryptMessage(text, {
      encodingAesKey: credentials.encoding_aes_key,
      receiver: isStranger ? "ww0000000000000000" : credentials.corp_id,
      isBroken: faults["bad-padding"].take("callback") !== undefined,
    });
  }

  #address(encrypted: string, more: Readonly<Record<string, string>> = {}): string {
    const { credentials, faults, now } = this.#options;
    if (this.#url === undefined) {
      throw new SimulatorError("INVALID_INPUT", "There is no callback: use setCallback first.");
    }
    const timestamp = String(Math.floor(now() / 1000));
    const nonce = String(randomInt(2 ** 31));
    const isForged = faults["wrong-signature"].take("callback") !== undefined;
    const token = isForged ? `not-${credentials.token}` : credentials.token;
    const url = new URL(this.#url);
    url.searchParams.set("msg_signature", sign(token, timestamp, nonce, encrypted));
    url.searchParams.set("timestamp", timestamp);
    url.searchParams.set("nonce", nonce);
    for (const [name, value] of Object.entries(more)) url.searchParams.set(name, value);
    return url.href;
  }
}
