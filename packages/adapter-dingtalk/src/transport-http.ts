import { createHmac } from "node:crypto";
import {
  createWebhookHandler,
  decryptAes,
  isObject,
  isSameSecret,
  parseJson,
  WebhookRejection,
  type Transport,
} from "@botwright/adapter-kit";
import { SERVICE } from "./api-errors.ts";
import { acceptBody, type TransportOptions } from "./transport.ts";

/** Options of {@link startHttp}. */
export interface HttpOptions extends TransportOptions {
  readonly appSecret: string;
  /** The key of encrypted bodies, 32 bytes. */
  readonly aesKey: Uint8Array | undefined;
}

/** How old a signature may be, in milliseconds. */
const MAX_AGE_MS = 3_600_000;
/** Before the text stand 16 random bytes and its length. */
const TEXT_OFFSET = 20;

/**
 * Receives by HTTP mode. The signature covers the time only, not the body: a repeated body reaches
 * the sink again, whose inbox drops it by its id.
 */
export function startHttp(options: HttpOptions): Transport {
  const { appSecret, aesKey, clock } = options;

  function isSigned(headers: Headers): boolean {
    const timestamp = headers.get("timestamp") ?? "";
    const expected = createHmac("sha256", appSecret).update(`${timestamp}\n${appSecret}`);
    const isSame = isSameSecret(headers.get("sign") ?? "", expected.digest("base64"));
    return isSame && Math.abs(clock.now() - Number(timestamp)) <= MAX_AGE_MS;
  }

  /** The body of a message; `undefined` when it cannot be read. */
  function open(text: string): unknown {
    const body = parseJson(text);
    if (!isObject(body) || typeof body["encrypt"] !== "string") return body;
    if (aesKey === undefined) {
      throw new WebhookRejection(400, "it is encrypted: give the adapter the aesKey");
    }
    try {
      const encrypted = Buffer.from(body["encrypt"], "base64");
      const plain = decryptAes(encrypted, { key: aesKey, iv: aesKey.subarray(0, 16), padTo: 32 });
      const end = TEXT_OFFSET + plain.readUInt32BE(TEXT_OFFSET - 4);
      return parseJson(plain.toString("utf8", TEXT_OFFSET, end));
    } catch {
      return undefined;
    }
  }

  return createWebhookHandler({
    service: SERVICE,
    ...options,
    success: "{}",
    async receive({ headers }, readBody) {
      if (!isSigned(headers)) throw new WebhookRejection(401, "a wrong signature, or an old one");
      const body = open(new TextDecoder().decode(await readBody()));
      if (!isObject(body)) throw new WebhookRejection(400, "no message");
      return acceptBody(body, options);
    },
  });
}
