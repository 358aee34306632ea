import { randomBytes } from "node:crypto";
import { createSendLanes, createTypingKeeper } from "@botwright/adapter-kit";
import {
  type AdapterCapabilities,
  type AdapterState,
  BotwrightError,
  type Clock,
  createMemoryAdapterState,
  describeError,
  InvalidInputError,
  type Logger,
  type MessageSink,
  type PlatformAdapter,
  silentLogger,
  systemClock,
} from "@botwright/core";
import { type CallOptions, checkToken, createApi } from "./api.ts";
import { downloadItem, downloadReference, MEDIA_LIMITS } from "./media.ts";
import { createSender, TEXT_LIMITS } from "./send.ts";
import type { Transport } from "./transport.ts";
import { startPolling } from "./transport-poll.ts";
import { startWebhook, type WebhookTransport } from "./transport-webhook.ts";

/** Options of {@link createTelegramAdapter}. */
export interface TelegramAdapterOptions {
  /** The bot token, as BotFather gives it: `<bot id>:<secret>`. */
  token: string;
  /** Where the Bot API is. @default "https://api.telegram.org" */
  apiBase?: string;
  /** Receive by webhook instead of long polling: pass the requests to `adapter.handleRequest`. */
  webhook?: {
    /** The public https address of the endpoint. */
    url: string;
    /** 1 to 256 of `A-Z a-z 0-9 _ -`. @default random at each start */
    secretToken?: string;
  };
  /** Keeps the offset over restarts. @default in memory */
  state?: AdapterState;
  logger?: Logger;
  clock?: Clock;
  /** How long the server holds an empty poll: 1 to 50. @default 30 */
  pollTimeoutSeconds?: number;
  /** For one call, in milliseconds; uploads and downloads have more. @default 30_000 */
  requestTimeoutMs?: number;
  /** Called when the platform refuses the token while the adapter runs, which ends receiving. */
  onFailure?: (error: unknown) => void;
}

const CAPABILITIES: AdapterCapabilities = {
  receive: ["text", "image", "voice", "file", "video"],
  send: ["text", "image", "file", "video"],
  typing: true,
  quotes: true,
  transcription: false,
  idempotency: false,
  textLimits: TEXT_LIMITS,
  mediaLimits: {
    image: { max: MEDIA_LIMITS.upload, asFileAbove: MEDIA_LIMITS.photo },
    video: { max: MEDIA_LIMITS.upload },
    file: { max: MEDIA_LIMITS.upload },
  },
};

/** Telegram shows the indicator for 5 s. */
const TYPING_EVERY_MS = 4000;
const TOKEN = /^(\d+):([^\s/?#]+)$/;
/** Shorter ones occur in ordinary words. */
const MIN_SECRET_LENGTH = 8;

/**
 * Makes the adapter for a Telegram bot.
 *
 * @throws {InvalidInputError} `INVALID_INPUT` when the token has the wrong form
 * @example
 * const adapter = createTelegramAdapter({ token });
 * await adapter.start(async ({ message }) => {
 *   await adapter.sendText(message.from, `You said: ${message.text}`);
 * });
 */
export function createTelegramAdapter(options: TelegramAdapterOptions): PlatformAdapter {
  const { webhook, state = createMemoryAdapterState(), pollTimeoutSeconds = 30 } = options;
  const { logger = silentLogger, clock = systemClock } = options;
  const { botId, secrets } = readToken(options.token);
  const secretToken = webhook?.secretToken ?? randomBytes(32).toString("base64url");
  /** Of one start to its stop. Sends are not part of it: handlers that still run may answer. */
  let receiving = new AbortController();
  let transport: Transport | undefined;
  let callbacks: WebhookTransport | undefined;
  let starting = false;
  let stopping: Promise<void> | undefined;

  const api = createApi({
    token: options.token,
    apiBase: (options.apiBase ?? "https://api.telegram.org").replace(/\/+$/, ""),
    secrets: [...secrets, secretToken],
    requestTimeoutMs: options.requestTimeoutMs ?? 30_000,
    clock,
  });
  const lanes = createSendLanes();
  const typing = createTypingKeeper({
    everyMs: TYPING_EVERY_MS,
    clock,
    show: (to, signal) => chatAction(to, "typing", { signal }),
  });

  function chatAction(to: string, action: string, more?: CallOptions): Promise<unknown> {
    return api.call("sendChatAction", { chat_id: to, action }, { patient: false, ...more });
  }

  async function connect(sink: MessageSink, signal: AbortSignal): Promise<Transport> {
    await checkToken(api, signal);
    const common = { api, botId, logger, clock };
    if (webhook !== undefined) {
      callbacks = await startWebhook(sink, { ...common, url: webhook.url, secretToken });
      return callbacks;
    }
    const onFailure = (error: unknown): void => {
      logger.error("Telegram: receiving has ended; give the bot a new token", describeError(error));
      options.onFailure?.(error);
    };
    const timeoutSeconds = pollTimeoutSeconds;
    return startPolling(sink, { ...common, state, timeoutSeconds, onFailure });
  }

  async function halt(): Promise<void> {
    typing.stopAll();
    const running = transport;
    transport = undefined;
    receiving.abort();
    receiving = new AbortController();
    await running?.stop();
  }

  return {
    platform: "telegram",
    capabilities: CAPABILITIES,
    async start(sink) {
      if (starting || transport !== undefined) {
        throw new BotwrightError("The adapter runs already: stop it first", {
          code: "ALREADY_STARTED",
        });
      }
      starting = true;
      const { signal } = receiving;
      try {
        const connected = await connect(sink, signal);
        if (signal.aborted) await connected.stop();
        else transport = connected;
      } finally {
        starting = false;
      }
    },
    stop: () => (stopping ??= halt().finally(() => (stopping = undefined))),
    ...(webhook !== undefined && {
      handleRequest: async (request: Request) =>
        callbacks?.handle(request) ?? new Response(null, { status: 503 }),
    }),
    ...createSender(api, lanes, typing),
    sendTyping: (to) => typing.start(to),
    async cancelTyping(to) {
      typing.stop(to);
      // Not documented, but the server knows it; without it the indicator ends after 5 s.
      await chatAction(to, "cancel").catch(() => {});
    },
    download: (item) => downloadItem(api, item),
    downloadRaw: (reference) => downloadReference(api, reference),
  };
}

function readToken(token: string): { botId: string; secrets: string[] } {
  const [, botId, secret] = TOKEN.exec(token) ?? [];
  if (botId === undefined || secret === undefined) {
    throw new InvalidInputError("token must look like 123456:ABC-DEF, as BotFather gives it", {
      code: "INVALID_INPUT",
    });
  }
  return { botId, secrets: secret.length < MIN_SECRET_LENGTH ? [token] : [token, secret] };
}
