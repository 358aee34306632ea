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

/** The secrets that authenticate a callback; at least one must be set. */
interface CallbackSecrets {
  /** Encrypts and signs the bodies; `""` for none. */
  readonly encryptKey: string;
  /** The token that the platform puts into each event; `""` for none. */
  readonly verificationToken: string;
}

/** Larger than any event, in bytes: a text may have 150 KB, and encryption with base64 adds a third. */
const MAX_BODY = 1024 * 1024;
/** The most bytes of an unauthenticated body that are parsed; the URL check has some 300. */
const MAX_UNPROVEN = 4096;
/** The header with the signature. */
const SIGNATURE = "x-lark-signature";
/** The most fields `token` that are compared in an unparsed body; an event has one. */
const MAX_TOKENS = 8;

/**
 * Receives by HTTP callback. Feishu sends an event again until the answer is 200, which the adapter sends
 * only after the sink has accepted the message.
 *
 * The URL is public. With an Encrypt Key, the body must be encrypted and signed with
 * it; with a verification token, the event must contain it. Both are checked on the bytes, before
 * they are parsed, because anyone can post megabytes of JSON. Feishu does not always sign its check
 * of the URL, so a small body is parsed without proof, but then only a challenge is answered.
 */
export function startCallback(options: TransportOptions & CallbackSecrets): Transport {
  const { encryptKey } = options;
  return createWebhookHandler({
    service: SERVICE,
    ...options,
    maxBytes: MAX_BODY,
    success: "{}",
    async receive({ headers }, readBody) {
      const mayBeProven = encryptKey === "" || headers.has(SIGNATURE);
      const body = await readBody(mayBeProven ? MAX_BODY : MAX_UNPROVEN);
      const isProven = isFromPlatform(headers, body, options);
      if (!isProven && body.length > MAX_UNPROVEN) throw unproven(options);
      const event = openBody(body, encryptKey);
      const isChallenge = event.type === "url_verification";
      if (encryptKey !== "" && !isChallenge && !isProven) throw unproven(options);
      if (!hasToken(event, options)) throw wrongToken();
      if (isChallenge) {
        const answer: ChallengeAnswer = { challenge: textOf(event.challenge) };
        return Response.json(answer);
      }
      return acceptEvent(event, options);
    },
  });
}

function unproven({ encryptKey }: CallbackSecrets): WebhookRejection {
  return encryptKey === "" ? wrongToken() : new WebhookRejection(401, "a wrong signature");
}

function wrongToken(): WebhookRejection {
  return new WebhookRejection(403, "a wrong verification token");
}

/** Whether a body authenticates itself: by its signature if there is an Encrypt Key, otherwise by its token. */
function isFromPlatform(
  headers: Headers,
  body: Uint8Array,
  { encryptKey, verificationToken }: CallbackSecrets,
): boolean {
  return encryptKey === ""
    ? containsToken(body, verificationToken)
    : isSigned(headers, body, encryptKey);
}

/** Parses a body and decrypts it. With an Encrypt Key, an unencrypted body is refused. @throws {WebhookRejection} */
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
 * Whether the signature is right: the SHA-256 of timestamp, nonce, Encrypt Key and body. The body is hashed as it
 * arrived, because parsing and serializing the JSON could change its bytes.
 */
function isSigned(headers: Headers, body: Uint8Array, encryptKey: string): boolean {
  const expected = createHash("sha256")
    .update(headers.get("x-lark-request-timestamp") ?? "")
    .update(headers.get("x-lark-request-nonce") ?? "")
    .update(encryptKey)
    .update(body)
    .digest("hex");
  return isSameSecret(headers.get(SIGNATURE) ?? "", expected);
}

/**
 * Whether an unparsed body has a field `token` with the verification token. Texts of people cannot imitate such a
 * field, because JSON escapes their quotation marks.
 */
function containsToken(body: Uint8Array, verificationToken: string): boolean {
  const text = new TextDecoder().decode(body);
  let compared = 0;
  for (const [, token = ""] of text.matchAll(/"token"\s*:\s*"([^"\\]{0,256})"/g)) {
    if (isSameSecret(token, verificationToken)) return true;
    compared += 1;
    if (compared === MAX_TOKENS) return false;
  }
  return false;
}

/** Whether the verification token is right: an event has it in the header, the check of the URL at the top level. */
function hasToken(
  { header, token: ownToken }: Unchecked<CallbackBody>,
  { verificationToken }: CallbackSecrets,
): boolean {
  if (verificationToken === "") return true;
  const token = isFields<EventHeader>(header) ? header.token : ownToken;
  return isSameSecret(textOf(token), verificationToken);
}
