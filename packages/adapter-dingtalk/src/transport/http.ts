import { createHmac } from "node:crypto";
import {
  createWebhookHandler,
  decryptAes,
  fieldsOf,
  isObject,
  isSameSecret,
  parseJson,
  WebhookRejection,
  type Transport,
} from "@botwright/adapter-kit";
import { SERVICE } from "../api/errors.ts";
import { acceptBody, type TransportOptions } from "../transport.ts";
import type { EncryptedBody } from "../wire.ts";

/** Options of {@link startHttp}. */
export interface HttpOptions extends TransportOptions {
  readonly appSecret: string;
  /** The key of encrypted bodies, 32 bytes. */
  readonly aesKey: Uint8Array | undefined;
}

/** The largest age of a signature, in milliseconds. */
const MAX_AGE_MS = 3_600_000;
/** A decrypted body is 16 random bytes, the length of the text as 32-bit big-endian, then the text. */
const TEXT_OFFSET = 20;

/**
 * Receives by HTTP mode: DingTalk posts each message, signed by HMAC-SHA256 with the app's secret.
 * The signature covers the time only, not the body, so a request can be replayed for an hour; its
 * message then reaches the sink again, whose inbox knows its id.
 *
 * The handler answers 200 only after the sink has accepted the message. It checks the signature
 * before it reads the body, so that a stranger's request costs little.
 */
export function startHttp(options: HttpOptions): Transport {
  const { appSecret, aesKey, clock } = options;

  /** Whether the request's time is recent, and signed with the app's secret. */
  function isSigned(headers: Headers): boolean {
    const timestamp = headers.get("timestamp") ?? "";
    const expected = createHmac("sha256", appSecret).update(`${timestamp}\n${appSecret}`);
    const isSame = isSameSecret(headers.get("sign") ?? "", expected.digest("base64"));
    return isSame && Math.abs(clock.now() - Number(timestamp)) <= MAX_AGE_MS;
  }

  /**
   * Parses a request's body, and decrypts it if needed; `undefined` when that fails. Wrong padding,
   * a wrong length and invalid JSON give the same result, so that the answer does not reveal
   * which of them it was.
   */
  function open(text: string): unknown {
    const body = parseJson(text);
    const { encrypt } = fieldsOf<EncryptedBody>(body);
    if (typeof encrypt !== "string") return body;
    if (aesKey === undefined) {
      throw new WebhookRejection(400, "it is encrypted: give the adapter the aesKey");
    }
    try {
      const encrypted = Buffer.from(encrypt, "base64");
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
