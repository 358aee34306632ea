import { randomBytes } from "node:crypto";
import {
  resolveAdapterOptions,
  createInboundPipeline,
  createDownloads,
  createMediaReferences,
  createAdapterLifecycle,
  type ConnectionReporter,
  createTypingKeeper,
  type Transport,
} from "@botwright/adapter-kit";
import {
  type AdapterCapabilities,
  invalidInput,
  type MessageSink,
  type PlatformAdapter,
} from "@botwright/core";
import { ADVICE } from "./adapter/advice.ts";
import { assertTelegramOptions, type TelegramAdapterOptions } from "./adapter/options.ts";
import { type CallOptions, createApi, SERVICE } from "./api.ts";
import { downloadReference, MEDIA_LIMITS } from "./media.ts";
import { createSender, TEXT_LIMITS } from "./send.ts";
import { startPolling } from "./transport/poll.ts";
import { startWebhook } from "./transport/webhook.ts";
import type { Calls } from "./wire/api.ts";

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
/** A shorter secret is not redacted by itself, because it could occur in ordinary words. */
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
  assertTelegramOptions(options);
  const { webhook, pollTimeoutSeconds = 30 } = options;
  const resolved = resolveAdapterOptions(options, { apiBase: "https://api.telegram.org" });
  const { state, logger, clock } = resolved;
  const { botId, secrets } = readToken(options.token);
  const stateKey = `telegram.seal.${botId}`;
  const references = createMediaReferences({ service: SERVICE, state, stateKey });
  const secretToken = webhook?.secretToken ?? randomBytes(32).toString("base64url");
  const api = createApi({
    ...resolved,
    token: options.token,
    secrets: [...secrets, secretToken],
    onRefused: (error) => lifecycle.fail(error),
  });
  const typing = createTypingKeeper({
    everyMs: TYPING_EVERY_MS,
    clock,
    show: (to, signal) => chatAction(to, "typing", { signal }),
    // Not documented, but the server knows this action; without it the indicator ends after 5 s.
    hide: (to) => chatAction(to, "cancel"),
  });
  const lifecycle = createAdapterLifecycle({
    service: SERVICE,
    connect,
    onStop: () => typing.stopAll(),
    advice: ADVICE,
    logger,
  });

  function chatAction(
    to: string,
    action: Calls["sendChatAction"]["action"],
    more?: CallOptions,
  ): Promise<unknown> {
    return api.call("sendChatAction", { chat_id: to, action }, { retry: false, ...more });
  }

  async function connect(
    sink: MessageSink,
    signal: AbortSignal,
    connection: ConnectionReporter,
  ): Promise<Transport> {
    // Fails when the token is refused.
    await api.call("getMe", {}, { signal });
    const inbound = createInboundPipeline({ service: SERVICE, sink, references, logger, clock });
    const common = { api, botId, inbound, connection, logger, clock };
    if (webhook !== undefined) return startWebhook({ ...common, url: webhook.url, secretToken });
    return startPolling({ ...common, state, timeoutSeconds: pollTimeoutSeconds });
  }

  return {
    platform: "telegram",
    capabilities: CAPABILITIES,
    start: lifecycle.start,
    stop: lifecycle.stop,
    onStatus: lifecycle.onStatus,
    ...(webhook !== undefined && { handleRequest: lifecycle.handle }),
    ...createSender(api, typing),
    sendTyping: (to) => typing.start(to),
    cancelTyping: (to) => typing.cancel(to),
    ...createDownloads({
      service: SERVICE,
      references,
      fetch: (reference, maxBytes) => downloadReference(api, reference, maxBytes),
    }),
  };
}

function readToken(token: string): { botId: string; secrets: string[] } {
  const [, botId, secret] = TOKEN.exec(token) ?? [];
  if (botId === undefined || secret === undefined) {
    throw invalidInput("token must look like 123456:ABC-DEF, as BotFather gives it");
  }
  return { botId, secrets: secret.length < MIN_SECRET_LENGTH ? [token] : [token, secret] };
}
