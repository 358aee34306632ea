import type { IncomingMessage } from "node:http";
import { readForm } from "../../http/http.ts";
import { CallbackClient } from "../../http/callback-client.ts";
import { Params } from "../methods/params.ts";
import type { TelegramUpdate } from "../wire.ts";

/** Runs the call that the answer to a delivery may contain. */
export type CallHandler = (method: string, params: Params) => void;

/** The parameters of setWebhook. */
export interface WebhookSettings {
  readonly url: string;
  /** Sent with each delivery; empty for none. */
  readonly secret: string;
  readonly maxConnections: number;
  /** The IP address that the bot wants to be used instead of the host's; empty for none. */
  readonly ipAddress: string;
  /** A self-signed certificate in PEM form that the bot has uploaded. */
  readonly certificate: string | undefined;
}

/** Why a delivery has failed. */
export interface DeliveryFailure {
  readonly message: string;
  /** HTTP status; 0 when there was no answer. */
  readonly status: number;
  /** Seconds that the answer asks to wait; 0 when it does not ask. */
  readonly retryAfter: number;
}

const ANSWER_TIMEOUT_MS = 60_000;
const MAX_RETRY_AFTER = 3600;
const MAX_ANSWER_BYTES = 50 << 20;

/** Methods that an answer cannot call, besides all that begin with "get". */
const EXCLUDED = new Set(["", "close", "deletewebhook", "logout", "setwebhook"]);

/** A URL that receives updates by POST. */
export class WebhookTarget {
  readonly settings: WebhookSettings;
  readonly #client: CallbackClient;
  readonly #headers: Readonly<Record<string, string>>;

  constructor(settings: WebhookSettings) {
    this.settings = settings;
    this.#client = new CallbackClient(settings.maxConnections, settings.certificate);
    const secret = { "X-Telegram-Bot-Api-Secret-Token": settings.secret };
    this.#headers = {
      "Content-Type": "application/json",
      ...(settings.secret === "" ? {} : secret),
    };
  }

  /** Posts one update; resolves with undefined when it was accepted. */
  async deliver(update: TelegramUpdate, onCall: CallHandler): Promise<DeliveryFailure | undefined> {
    let answer: IncomingMessage;
    try {
      answer = await this.#client.post(
        this.settings.url,
        JSON.stringify(update),
        this.#headers,
        AbortSignal.timeout(ANSWER_TIMEOUT_MS),
      );
    } catch (error) {
      const refused = error instanceof Error && "code" in error && error.code === "ECONNREFUSED";
      const message = refused ? "Connection refused" : "Webhook connection closed";
      return { message, status: 0, retryAfter: 0 };
    }
    const status = answer.statusCode ?? 0;
    if (status >= 200 && status < 300) {
      await runCall(answer, onCall);
      return undefined;
    }
    answer.resume();
    const reason = `${status} ${answer.statusMessage ?? ""}`.trim();
    const retryAfter = Number.parseInt(answer.headers["retry-after"] ?? "", 10);
    return {
      message: `Wrong response from the webhook: ${reason}`,
      status,
      retryAfter: Number.isNaN(retryAfter) ? 0 : Math.min(MAX_RETRY_AFTER, Math.max(0, retryAfter)),
    };
  }

  close(): void {
    this.#client.close();
  }
}

/** Runs the call in an answer: a bot may answer a delivery with one call, whose result it never learns. */
async function runCall(answer: IncomingMessage, onCall: CallHandler): Promise<void> {
  let params: Params;
  try {
    params = new Params(await readForm(answer, "", MAX_ANSWER_BYTES));
  } catch {
    // The delivery has succeeded, whatever its body is.
    return;
  }
  const method = params.text("method").toLowerCase();
  if (!EXCLUDED.has(method) && !method.startsWith("get")) onCall(method, params);
}
