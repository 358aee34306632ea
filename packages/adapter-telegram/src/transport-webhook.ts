import {
  createWebhookHandler,
  isSameSecret,
  parseJson,
  WebhookRejection,
  type Transport,
} from "@botwright/adapter-kit";
import { SERVICE } from "./api.ts";
import { parseUpdate } from "./parse.ts";
import type { TransportOptions } from "./transport.ts";
import { isUpdate } from "./wire.ts";

/** Options of {@link startWebhook}. */
export interface WebhookOptions extends TransportOptions {
  url: string;
  secretToken: string;
}

/**
 * Receives by webhook. Telegram repeats an update until it gets a 2xx. The webhook stays set after
 * a stop: Telegram keeps what comes.
 */
export async function startWebhook(options: WebhookOptions): Promise<Transport> {
  const { api, botId, inbound, url, secretToken } = options;
  await api.call("setWebhook", { url, secret_token: secretToken, allowed_updates: ["message"] });
  return createWebhookHandler({
    service: SERVICE,
    ...options,
    async receive({ headers }, readBody) {
      const given = headers.get("x-telegram-bot-api-secret-token") ?? "";
      if (!isSameSecret(given, secretToken))
        throw new WebhookRejection(401, "a wrong secret token");
      const update = parseJson(new TextDecoder().decode(await readBody()));
      if (!isUpdate(update)) throw new WebhookRejection(400, "no update");
      const incoming = parseUpdate(update, botId);
      return incoming === null || inbound.accept(incoming);
    },
  });
}
