import { isLoopback } from "../../http/callback-client.ts";
import { badRequest, Described, tooManyRequests } from "../answer.ts";
import { WebhookTarget, type WebhookSettings } from "../delivery/delivery.ts";
import type { Params } from "./params.ts";
import type { TelegramState } from "../state.ts";
import type { TelegramObject } from "../wire.ts";

const PORTS = new Set(["", "443", "80", "88", "8443"]);

/** setWebhook; without a URL it is deleteWebhook. */
export function setWebhook(state: TelegramState, params: Params): Described {
  if (params.text("url") === "") return deleteWebhook(state, params);
  if (state.webhook.isHasty()) throw tooManyRequests(1);
  return applyWebhook(state, params);
}

/** Sets the webhook, after setWebhook has checked that it was not called too soon. */
export function applyWebhook(state: TelegramState, params: Params): Described {
  const settings: WebhookSettings = {
    url: checkUrl(params.text("url"), state.webhook.loopback),
    secret: checkSecret(params.text("secret_token")),
    maxConnections: params.integer("max_connections", 40, 1, 100),
    ipAddress: params.text("ip_address"),
    certificate: certificate(params),
  };
  const drop = params.boolean("drop_pending_updates");
  if (drop) state.queue.clear();
  state.queue.allow(params);
  const current = state.webhook.target;
  const unchanged =
    current !== undefined && JSON.stringify(current.settings) === JSON.stringify(settings);
  if (unchanged && !drop) return new Described(true, "Webhook is already set");
  state.polling.interrupt("Conflict: terminated by setWebhook request");
  state.webhook.set(new WebhookTarget(settings));
  return new Described(true, "Webhook was set");
}

export function deleteWebhook(state: TelegramState, params: Params): Described {
  if (params.boolean("drop_pending_updates")) state.queue.clear();
  if (state.webhook.target === undefined) {
    return new Described(true, "Webhook is already deleted");
  }
  state.webhook.clear();
  return new Described(true, "Webhook was deleted");
}

export function getWebhookInfo(state: TelegramState): TelegramObject {
  const { target, failure } = state.webhook;
  const settings = target?.settings;
  return {
    url: settings?.url ?? "",
    has_custom_certificate: settings?.certificate !== undefined,
    pending_update_count: state.queue.size,
    ip_address: settings && (settings.ipAddress || "127.0.0.1"),
    last_error_date: failure?.date,
    last_error_message: failure?.message,
    max_connections: settings?.maxConnections,
    allowed_updates: state.queue.allowed,
  };
}

function checkUrl(text: string, loopback: boolean): string {
  const url = URL.parse(text.includes("://") ? text : `https://${text}`);
  if (url === null || !["http:", "https:"].includes(url.protocol)) {
    throw badRequest("invalid webhook URL specified");
  }
  if (loopback && isLoopback(url)) return url.href;
  if (url.protocol === "http:") {
    throw badRequest("bad webhook: An HTTPS URL must be provided for webhook");
  }
  if (!PORTS.has(url.port)) {
    throw badRequest("bad webhook: Webhook can be set up only on ports 80, 88, 443 or 8443");
  }
  if (isLoopback(url)) throw badRequest("bad webhook: IP address 127.0.0.1 is reserved");
  // The simulator delivers only to this machine.
  throw badRequest("bad webhook: Failed to resolve host: Name or service not known");
}

function checkSecret(secret: string): string {
  if (secret.length > 256) throw badRequest("secret token is too long");
  if (!/^[\w-]*$/.test(secret)) throw badRequest("secret token contains unallowed characters");
  return secret;
}

function certificate(params: Params): string | undefined {
  const name = params.text("certificate");
  const file = params.files.get(name.startsWith("attach://") ? name.slice(9) : "certificate");
  return file === undefined ? undefined : Buffer.from(file.bytes).toString();
}
