import { createHash } from "node:crypto";
import {
  createWebhookHandler,
  decryptAes,
  isObject,
  isSameSecret,
  parseJson,
  WebhookRejection,
  textOf,
  type Transport,
  type WireObject,
} from "@botwright/adapter-kit";
import { SERVICE } from "./api-errors.ts";
import { readEvent } from "./parse.ts";
import { acceptEvent, type TransportOptions } from "./transport.ts";

/** What protects the callbacks; one of them must be set. */
interface CallbackSecrets {
  /** Bodies are encrypted and signed with it; `""` for none. */
  readonly encryptKey: string;
  /** Comes with each event; `""` for none. */
  readonly verificationToken: string;
}

/** Larger than any event. */
const MAX_BODY = 4 * 1024 * 1024;

/** Receives by HTTP. Feishu repeats an event until it gets a 200. */
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
      const isChallenge = event["type"] === "url_verification";
      // The check of the address may come unsigned; it tells nothing but the challenge.
      if (encryptKey !== "" && !isChallenge && !isSigned(headers, body, encryptKey)) {
        throw new WebhookRejection(401, "a wrong signature");
      }
      if (!hasToken(event, options)) throw new WebhookRejection(403, "a wrong verification token");
      if (isChallenge) return Response.json({ challenge: textOf(event["challenge"]) });
      return acceptEvent(event, options);
    },
  });
}

/** The event of a body. @throws {WebhookRejection} */
function openBody(body: Uint8Array, encryptKey: string): WireObject {
  const outer = readEvent(body);
  if (!isObject(outer)) throw new WebhookRejection(400, "no event");
  if (outer["encrypt"] === undefined) {
    if (encryptKey === "") return outer;
    throw new WebhookRejection(403, "it is not encrypted");
  }
  const inner = encryptKey === "" ? undefined : decrypt(textOf(outer["encrypt"]), encryptKey);
  if (isObject(inner)) return inner;
  throw new WebhookRejection(400, "it is encrypted with another key");
}

/** AES-256-CBC with the SHA-256 of the key; the first block is the IV. */
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

function isSigned(headers: Headers, body: Uint8Array, encryptKey: string): boolean {
  const expected = createHash("sha256")
    .update(headers.get("x-lark-request-timestamp") ?? "")
    .update(headers.get("x-lark-request-nonce") ?? "")
    .update(encryptKey)
    .update(body)
    .digest("hex");
  return isSameSecret(headers.get("x-lark-signature") ?? "", expected);
}

function hasToken(event: WireObject, { verificationToken }: CallbackSecrets): boolean {
  if (verificationToken === "") return true;
  const { token } = isObject(event["header"]) ? event["header"] : event;
  return isSameSecret(textOf(token), verificationToken);
}
