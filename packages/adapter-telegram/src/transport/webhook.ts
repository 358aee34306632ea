import {
  createWebhookHandler,
  isSameSecret,
  parseJson,
  WebhookRejection,
  type Transport,
} from "@botwright/adapter-kit";
import { SERVICE } from "../api.ts";
import { readUpdate, type TransportOptions } from "../transport.ts";
import { isUpdate } from "../wire.ts";

/** Options of {@link startWebhook}. */
export interface WebhookOptions extends TransportOptions {
  url: string;
  secretToken: string;
}

/**
 * Receives by webhook. Telegram repeats an update until it gets a 2xx, so the adapter answers with 200 only
 * after the sink has accepted the message. The webhook stays set after a stop: Telegram stores
 * the updates of the meantime, and delivers them after the next start.
 *
 * The URL is public. The secret token, which Telegram repeats in a header of each
 * request, proves that the request is from Telegram; the body is read only after that check.
 * @see https://core.telegram.org/bots/api#setwebhook
 */
export async function startWebhook(options: WebhookOptions): Promise<Transport> {
  const { api, inbound, url, secretToken } = options;
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
      const incoming = readUpdate(update, options);
      // An update without a message to the bot is acknowledged, because Telegram would repeat it otherwise.
      return incoming === null || inbound.accept(incoming);
    },
  });
}
