import { isSameSecret } from "@botwright/adapter-kit";
import { type Clock, describeError, type Logger, type MessageSink } from "@botwright/core";
import type { Api } from "./api.ts";
import { parseUpdate } from "./parse.ts";
import { settleDeliveries, type Transport } from "./transport.ts";
import { isUpdate } from "./wire.ts";

/** Options of {@link startWebhook}. */
export interface WebhookOptions {
  api: Api;
  botId: string;
  logger: Logger;
  clock: Clock;
  url: string;
  secretToken: string;
}

/** A {@link Transport} that is called by the platform. */
export interface WebhookTransport extends Transport {
  handle(request: Request): Promise<Response>;
}

/**
 * Receives by webhook. Telegram repeats an update until it gets a 2xx, so that is answered only
 * when the sink has the message. The webhook stays set after a stop: Telegram keeps what comes.
 */
export async function startWebhook(
  sink: MessageSink,
  options: WebhookOptions,
): Promise<WebhookTransport> {
  const { api, botId, logger, clock, url, secretToken } = options;
  const open = new Set<Promise<Response>>();
  const stopping = new AbortController();
  await api.call("setWebhook", { url, secret_token: secretToken, allowed_updates: ["message"] });

  async function answer(request: Request): Promise<Response> {
    if (request.method !== "POST") return empty(405);
    const given = request.headers.get("x-telegram-bot-api-secret-token") ?? "";
    if (!isSameSecret(given, secretToken)) return empty(401);
    const update: unknown = await request.json().catch(() => undefined);
    if (!isUpdate(update)) {
      logger.warn("Telegram: a callback without an update was refused");
      return empty(400);
    }
    const incoming = parseUpdate(update, botId);
    if (incoming === null) return empty(200);
    const delivery = (async () => sink(incoming))();
    try {
      return empty((await settleDeliveries([delivery], stopping.signal, clock)) ? 200 : 503);
    } catch (error) {
      logger.warn("Telegram: a message was not taken and will come again", describeError(error));
      return empty(500);
    }
  }

  return {
    handle(request) {
      if (stopping.signal.aborted) return Promise.resolve(empty(503));
      const answering = answer(request).finally(() => open.delete(answering));
      open.add(answering);
      return answering;
    },
    async stop() {
      stopping.abort();
      await Promise.allSettled(open);
    },
  };
}

function empty(status: number): Response {
  return new Response(null, { status });
}
