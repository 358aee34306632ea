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
 * Receives by webhook. Telegram repeats an update until it gets a 2xx, so the request is answered
 * with one only after the sink has the message. The webhook stays set after a stop: Telegram stores
 * what comes meanwhile, and delivers it after the next start.
 *
 * The address is public. The secret token, which Telegram repeats in a header of each
 * request, shows that the request is Telegram's; the body is read only after that check.
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
      // An update without a message to the bot is acknowledged, or Telegram would repeat it.
      return incoming === null || inbound.accept(incoming);
    },
  });
}
