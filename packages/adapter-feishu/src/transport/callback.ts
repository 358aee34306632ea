import { createHash } from "node:crypto";
import {
  createWebhookHandler,
  decryptAes,
  isFields,
  isSameSecret,
  parseJson,
  WebhookRejection,
  textOf,
  type Transport,
  type Unchecked,
} from "@botwright/adapter-kit";
import { SERVICE } from "../api/errors.ts";
import { readEvent } from "../parse.ts";
import { acceptEvent, type TransportOptions } from "../transport.ts";
import type { CallbackBody, ChallengeAnswer, EventHeader } from "../wire.ts";

/** The secrets that prove that a callback is the platform's; at least one must be set. */
interface CallbackSecrets {
  /** Encrypts and signs the bodies; `""` for none. */
  readonly encryptKey: string;
  /** The platform puts it into each event; `""` for none. */
  readonly verificationToken: string;
}

/** Larger than any event, in bytes. */
const MAX_BODY = 4 * 1024 * 1024;

/**
 * Receives by HTTP callback. Feishu sends an event again until the answer is 200, which it gets
 * only after the sink has the message.
 *
 * The address is public. With an Encrypt Key, the body must be encrypted and signed with
 * it; with a verification token, the event must contain it. The check of the address may be
 * unsigned, so a body is opened before its signature is checked, and no more than a challenge is
 * answered without one.
 */
export function startCallback(options: TransportOptions & CallbackSecrets): Transport {
  const { encryptKey } = options;
  return createWebhookHandler({
    service: SERVICE,
    ...options,
    maxBytes: MAX_BODY,
    success: "{}",
    async receive({ headers }, readBody) {
      const body = await readBody();
      const event = openBody(body, encryptKey);
      const isChallenge = event.type === "url_verification";
      // Feishu does not always sign the check of the address. The answer holds only its challenge.
      if (encryptKey !== "" && !isChallenge && !isSigned(headers, body, encryptKey)) {
        throw new WebhookRejection(401, "a wrong signature");
      }
      if (!hasToken(event, options)) throw new WebhookRejection(403, "a wrong verification token");
      if (isChallenge) {
        const answer: ChallengeAnswer = { challenge: textOf(event.challenge) };
        return Response.json(answer);
      }
      return acceptEvent(event, options);
    },
  });
}

/** Parses a body and decrypts it. With an Encrypt Key a plain body is refused. @throws {WebhookRejection} */
function openBody(body: Uint8Array, encryptKey: string): Unchecked<CallbackBody> {
  const outer = readEvent(body);
  if (!isFields<CallbackBody>(outer)) throw new WebhookRejection(400, "no event");
  if (outer.encrypt === undefined) {
    if (encryptKey === "") return outer;
    throw new WebhookRejection(403, "it is not encrypted");
  }
  const inner = encryptKey === "" ? undefined : decrypt(textOf(outer.encrypt), encryptKey);
  if (isFields<CallbackBody>(inner)) return inner;
  throw new WebhookRejection(400, "it is encrypted with another key");
}

/**
 * Decrypts AES-256-CBC. The key is the SHA-256 of the Encrypt Key, and the first 16 bytes are the
 * initialisation vector. The cipher alone does not prove who wrote the text; the signature does.
 */
function decrypt(text: string, encryptKey: string): unknown {
  const bytes = Buffer.from(text, "base64");
  const key = createHash("sha256").update(encryptKey, "utf8").digest();
  try {
    const plain = decryptAes(bytes.subarray(16), { key, iv: bytes.subarray(0, 16) });
    return parseJson(plain.toString("utf8"));
  } catch {
    return undefined;
  }
}

/**
 * Whether the signature is right: the SHA-256 of timestamp, nonce, Encrypt Key and body. It covers the
 * bytes as they arrived, since the same JSON written again may have other bytes.
 */
function isSigned(headers: Headers, body: Uint8Array, encryptKey: string): boolean {
  const expected = createHash("sha256")
    .update(headers.get("x-lark-request-timestamp") ?? "")
    .update(headers.get("x-lark-request-nonce") ?? "")
    .update(encryptKey)
    .update(body)
    .digest("hex");
  return isSameSecret(headers.get("x-lark-signature") ?? "", expected);
}

/** Whether the verification token is right: an event has it in the header, the check of the address not. */
function hasToken(
  { header, token: ownToken }: Unchecked<CallbackBody>,
  { verificationToken }: CallbackSecrets,
): boolean {
  if (verificationToken === "") return true;
  const token = isFields<EventHeader>(header) ? header.token : ownToken;
  return isSameSecret(textOf(token), verificationToken);
}
