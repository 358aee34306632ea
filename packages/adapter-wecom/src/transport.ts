import {
  createWebhookHandler,
  type InboundPipeline,
  WebhookRejection,
  type Transport,
} from "@botwright/adapter-kit";
import type { Clock, Logger } from "@botwright/core";
import { SERVICE } from "./api-errors.ts";
import type { Pictures } from "./media-picture.ts";
import { parseMessage } from "./parse.ts";
import type { CallbackCrypto, Signed } from "./wire-crypto.ts";
import { readXml } from "./wire-xml.ts";
import { Fields } from "./wire.ts";

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

/** WeCom waits 5 s for an answer, then calls again. */
export const ANSWER_MS = 4500;

/**
 * Receives by callback. WeCom repeats a message at most three times until it gets a 200; a slow
 * sink meets the repeated message, not a copy.
 */
export function startCallback(options: TransportOptions): Transport {
  const { inbound, crypto, pictures, corpId, agentId, logger } = options;
  return createWebhookHandler({
    service: SERVICE,
    ...options,
    async receive(request, readBody) {
      const envelope = new Fields(readXml(new TextDecoder().decode(await readBody())) ?? {});
      const encrypted = envelope.get("Encrypt");
      if (encrypted === "") throw new WebhookRejection(400, "no envelope");
      const xml = open(request, encrypted, crypto);
      if (xml === undefined) throw new WebhookRejection(403, "a text for another receiver");
      if ((envelope.get("AgentID") || agentId) !== agentId) {
        logger.warn("WeCom: a callback names another app; give each app its own address");
      }
      const message = readXml(xml);
      // It would be no better when it comes again.
      if (message === undefined)
        logger.warn("WeCom: a callback that is no message was passed over");
      const incoming = parseMessage(message, corpId);
      if (incoming === null) return true;
      return inbound.accept(incoming, async () => {
        await pictures.remember(incoming);
        return incoming;
      });
    },
  });
}

/** Answers the check of the address, which the console makes when it is saved, started or not. */
export function answerCheck(
  request: Request,
  { crypto, logger }: Pick<TransportOptions, "crypto" | "logger">,
): Response {
  // An unescaped + has become a blank on the way.
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

/** The text inside; `undefined` when it is for somebody else. @throws {WebhookRejection} */
function open(request: Request, encrypted: string, crypto: CallbackCrypto): string | undefined {
  if (crypto.isSigned(signedBy(request, encrypted))) return crypto.decrypt(encrypted);
  throw new WebhookRejection(403, "a wrong signature");
}

function signedBy(request: Request, encrypted: string): Signed {
  const signature =
    param(request, "msg_signature") ??
    param(request, "msgsignature") ??
    param(request, "signature");
  return {
    signature: signature ?? "",
    timestamp: param(request, "timestamp") ?? "",
    nonce: param(request, "nonce") ?? "",
    encrypted,
  };
}

function param(request: Request, name: string): string | undefined {
  return new URL(request.url).searchParams.get(name) ?? undefined;
}
