import { createCipheriv, createHmac, randomBytes } from "node:crypto";
import { SimulatorError } from "../../errors.ts";
import { CallbackClient, isLoopback } from "../../http/callback-client.ts";
import type { Push } from "./delivery.ts";
import type { DingtalkState } from "../state.ts";

/** How long the platform waits for an answer, in milliseconds. */
const TIMEOUT_MS = 10_000;
const OLD_MS = 2 * 3_600_000;

/** HTTP mode: posts each message to the robot's URL, one after the other. */
export class Callback {
  readonly #state: DingtalkState;
  readonly #url: string;
  readonly #client = new CallbackClient(4);
  #last: Promise<void> = Promise.resolve();

  constructor(state: DingtalkState, url: string) {
    if (!URL.canParse(url) || !isLoopback(new URL(url))) {
      throw new SimulatorError("INVALID_INPUT", "A callback must be on the loopback interface.");
    }
    this.#state = state;
    this.#url = url;
    state.delivery.carryBy((push) => this.#carry(push));
  }

  close(): void {
    this.#client.close();
  }

  #carry(push: Push): boolean {
    this.#last = this.#deliverAfter(this.#last, push);
    return true;
  }

  async #deliverAfter(last: Promise<void>, push: Push): Promise<void> {
    await last;
    const { delivery } = this.#state;
    if (!delivery.isOpen(push)) return;
    if (await this.#post(push.data)) delivery.acknowledge(push);
    else delivery.refuse(push);
  }

  async #post(data: string): Promise<boolean> {
    const { appSecret, appKey, now, options, faults } = this.#state;
    const age = faults["old-signature"].take("callback") === undefined ? 0 : OLD_MS;
    const isForged = faults["wrong-signature"].take("callback") !== undefined;
    const timestamp = String(now() - age);
    const { aesKey } = options;
    const body =
      aesKey === undefined ? data : JSON.stringify({ encrypt: encrypt(data, aesKey, appKey) });
    try {
      const headers = {
        "Content-Type": "application/json; charset=utf-8",
        timestamp,
        sign: signatureOf(timestamp, isForged ? `not-${appSecret}` : appSecret),
      };
      const signal = AbortSignal.timeout(TIMEOUT_MS);
      const answer = await this.#client.post(this.#url, body, headers, signal);
      answer.resume();
      return answer.statusCode === 200;
    } catch {
      return false;
    }
  }
}

/** The `sign` of a callback. */
function signatureOf(timestamp: string, appSecret: string): string {
  return createHmac("sha256", appSecret).update(`${timestamp}\n${appSecret}`).digest("base64");
}

/** Encrypts with AES-256-CBC: 16 random bytes, the length, the text and the AppKey, padded to a multiple of 32. */
function encrypt(text: string, aesKey: string, appKey: string): string {
  const key = Buffer.from(`${aesKey}=`, "base64");
  const length = Buffer.alloc(4);
  length.writeUInt32BE(Buffer.byteLength(text));
  const plain = Buffer.concat([randomBytes(16), length, Buffer.from(text), Buffer.from(appKey)]);
  const padding = 32 - (plain.length % 32);
  const cipher = createCipheriv("aes-256-cbc", key, key.subarray(0, 16)).setAutoPadding(false);
  const padded = Buffer.concat([plain, Buffer.alloc(padding, padding)]);
  return Buffer.concat([cipher.update(padded), cipher.final()]).toString("base64");
}
