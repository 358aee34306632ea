import {
  createWebhookHandler,
  type InboundPipeline,
  WebhookRejection,
  type Transport,
} from "@botwright/adapter-kit";
import type { Clock, Logger } from "@botwright/core";
import { SERVICE } from "./api/errors.ts";
import type { Pictures } from "./media/picture.ts";
import { kindOf, parseMessage, pictureOf } from "./parse.ts";
import type { CallbackCrypto, Signed } from "./wire/crypto.ts";
import { readEnvelope } from "./wire/envelope.ts";
import { readXml } from "./wire/xml.ts";
import type { CallbackParameter } from "./wire.ts";

/** Options of {@link startCallback}. */
export interface TransportOptions {
  readonly inbound: InboundPipeline;
  readonly crypto: CallbackCrypto;
  readonly pictures: Pictures;
  readonly corpId: string;
  readonly agentId: string;
  readonly logger: Logger;
  readonly clock: Clock;
}

/** Milliseconds that the sink may take. WeCom waits 5 s for an answer, then sends the message again. */
export const ANSWER_MS = 4500;
/**
 * The most bytes of a callback's body. It contains no file, and a member's text has a few thousand
 * characters; encryption with base64 adds a third.
 */
const MAX_BODY = 128 * 1024;
/** The form of a signature, which is a SHA-1. */
const SIGNATURE = /^[\da-f]{40}$/;

/**
 * Receives by callback: checks the signature of each callback, decrypts it and passes its message to the sink.
 * The answer is 200 when the sink has accepted the message. The URL is public, so a body without a signature is
 * not read, and XML is parsed only after the signature was verified.
 *
 * WeCom waits 5 s for a 200 and otherwise sends the same message again, at most three times. The sink
 * may still be working on it by then. So after 4.5 s the adapter answers 503, and WeCom
 * sends the message again; that callback joins the delivery in flight and gets its result, and the sink
 * is not called twice.
 */
export function startCallback(options: TransportOptions): Transport {
  const { inbound, crypto, pictures, corpId, agentId, logger } = options;
  return createWebhookHandler({
    service: SERVICE,
    ...options,
    maxBytes: MAX_BODY,
    async receive(request, readBody) {
      if (!SIGNATURE.test(signatureOf(request))) throw new WebhookRejection(403, "no signature");
      const envelope = readEnvelope(new TextDecoder().decode(await readBody()));
      if (envelope === undefined) throw new WebhookRejection(400, "no envelope");
      const xml = open(request, envelope.Encrypt, crypto);
      if (xml === undefined) throw new WebhookRejection(403, "a text for another receiver");
      // Only a warning, because the callback is signed and encrypted with this adapter's key, so its
      // message is accepted.
      if ((envelope.AgentID ?? agentId) !== agentId) {
        logger.warn("WeCom: a callback names another app; give each app its own address");
      }
      const message = readXml(xml);
      // A repeat would contain the same text, so the callback is acknowledged.
      if (message === undefined)
        logger.warn("WeCom: a callback that is no message was acknowledged");
      const incoming = parseMessage(message, corpId);
      if (incoming === null) {
        noteDropped(message, logger);
        return true;
      }
      const picture = pictureOf(message);
      return inbound.accept(incoming, async () => {
        if (picture !== undefined) await pictures.remember(picture);
        return incoming;
      });
    },
  });
}

/** Logs a member's message that is not delivered, because the member waits for an answer. */
function noteDropped(message: unknown, logger: Logger): void {
  const kind = kindOf(message);
  if (kind === undefined) return;
  logger.debug("WeCom: a message of an unsupported kind was dropped", { kind });
}

/**
 * Answers the check of the URL with its decrypted text. The console makes the check when the
 * URL is saved, which may be before the adapter is started.
 */
export function answerCheck(
  request: Request,
  { crypto, logger }: Pick<TransportOptions, "crypto" | "logger">,
): Response {
  // In a query, an unescaped + means a space, which Base64 does not contain.
  const encrypted = (param(request, "echostr") ?? "").replaceAll(" ", "+");
  try {
    const text = open(request, encrypted, crypto);
    if (text === undefined) throw new WebhookRejection(400, "a text for another receiver");
    return new Response(text, { headers: { "content-type": "text/plain" } });
  } catch (error) {
    if (!(error instanceof WebhookRejection)) throw error;
    logger.warn(`WeCom: the check of the address was refused: ${error.message}`);
    return new Response(null, { status: error.status });
  }
}

/**
 * Verifies the signature, then decrypts. Unsigned bytes are never decrypted, so a stranger cannot
 * learn anything about the padding from the answers.
 *
 * @returns `undefined` when the text was not encrypted for this corp
 * @throws {WebhookRejection} 403 for a wrong signature
 */
function open(request: Request, encrypted: string, crypto: CallbackCrypto): string | undefined {
  if (crypto.isSigned(signedBy(request, encrypted))) return crypto.decrypt(encrypted);
  throw new WebhookRejection(403, "a wrong signature");
}

/** The signature of a request and the values that it covers: time, nonce and the encrypted text. */
function signedBy(request: Request, encrypted: string): Signed {
  return {
    signature: signatureOf(request),
    timestamp: param(request, "timestamp") ?? "",
    nonce: param(request, "nonce") ?? "",
    encrypted,
  };
}

/** The signature in the URL of a callback; `""` when there is none. */
function signatureOf(request: Request): string {
  return (
    param(request, "msg_signature") ??
    param(request, "msgsignature") ??
    param(request, "signature") ??
    ""
  );
}

function param(request: Request, name: CallbackParameter): string | undefined {
  return new URL(request.url).searchParams.get(name) ?? undefined;
}
