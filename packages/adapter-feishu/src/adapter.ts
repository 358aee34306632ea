import {
  type ConnectionReporter,
  resolveAdapterOptions,
  createInboundPipeline,
  createDownloads,
  createMediaReferences,
  createAdapterLifecycle,
  createSeal,
  fieldsOf,
  textOf,
  type Transport,
} from "@botwright/adapter-kit";
import {
  type AdapterCapabilities,
  describeError,
  type IncomingMessage,
  type MessageSink,
  type PlatformAdapter,
} from "@botwright/core";
import { ADVICE } from "./adapter/advice.ts";
import { assertFeishuOptions, type FeishuAdapterOptions } from "./adapter/options.ts";
import { SERVICE } from "./api/errors.ts";
import { fetchForward } from "./api/forward.ts";
import { createNames } from "./api/names.ts";
import { fetchQuote } from "./api/quote.ts";
import { createApi } from "./api.ts";
import { downloadReference, MEDIA_LIMITS } from "./media.ts";
import type { Identity } from "./parse.ts";
import { createTypingReactions } from "./send/typing.ts";
import { createSender, TEXT_LIMITS } from "./send.ts";
import { startCallback } from "./transport/callback.ts";
import { startSocket } from "./transport/socket.ts";
import type { Bot } from "./wire/api.ts";

/**
 * Makes the adapter for a bot of Feishu or Lark.
 *
 * @throws {InvalidInputError} `INVALID_INPUT` when a credential is missing
 * @example
 * const adapter = createFeishuAdapter({ appId, appSecret });
 * await adapter.start(async ({ message }) => {
 *   await adapter.sendText(message.from, `You said: ${message.text}`);
 * });
 */
export function createFeishuAdapter(options: FeishuAdapterOptions): PlatformAdapter {
  assertFeishuOptions(options);
  const { appId, appSecret, callback, typingReaction = true } = options;
  const { encryptKey = "", verificationToken = "" } = callback ?? {};
  const resolved = resolveAdapterOptions(options, { apiBase: "https://open.feishu.cn" });
  const { state, logger, clock } = resolved;
  const stateKey = `feishu.seal.${appId}`;
  const references = createMediaReferences({ service: SERVICE, state, stateKey });
  const contextTokens = createSeal({ state, stateKey, purpose: "context-1" });
  let identity: Identity = { appId, openId: "", name: "" };
  const api = createApi({
    ...resolved,
    appId,
    appSecret,
    secrets: [appSecret, encryptKey, verificationToken],
    onRefused: (error) => lifecycle.fail(error),
  });
  const typing = createTypingReactions({ api, clock, logger });
  const names = createNames({ api, state, clock, logger });
  const lifecycle = createAdapterLifecycle({
    service: SERVICE,
    connect,
    onStop: () => typing.stopAll(),
    advice: ADVICE,
    logger,
  });

  /**
   * Fetches the bot's open_id and name, or falls back to those of the last start. They only serve
   * to remove mentions of the bot from texts and to name it in quotes, so a failure does not stop the start.
   */
  async function identify(): Promise<void> {
    const key = `feishu.bot.${appId}`;
    try {
      const answer = await api.call({ name: "bot info", method: "GET", path: "/bot/v3/info" });
      const bot = fieldsOf<Bot>(answer.bot);
      identity = { appId, openId: textOf(bot.open_id), name: textOf(bot.app_name) };
      await state.set(key, { openId: identity.openId, name: identity.name });
    } catch (error) {
      logger.warn("Feishu: the bot's own name could not be fetched", describeError(error));
      const kept = fieldsOf<Identity>(await state.get(key));
      identity = { appId, openId: textOf(kept.openId), name: textOf(kept.name) };
    }
  }

  async function connect(
    sink: MessageSink,
    signal: AbortSignal,
    { setConnected }: ConnectionReporter,
  ): Promise<Transport> {
    await api.authorize();
    await identify();
    // The bot's identity is known by now, and does not change until the next start.
    const lookups = { api, bot: identity, nameOf: names.of, logger, clock };
    const common = {
      inbound: createInboundPipeline({ service: SERVICE, sink, references, logger, clock }),
      contextTokens,
      identity: () => identity,
      findQuote: (messageId: string, chatId: string) => fetchQuote(messageId, chatId, lookups),
      findForward: (messageId: string) => fetchForward(messageId, lookups),
      onMessage: (incoming: IncomingMessage) => {
        typing.remember(incoming);
        names.remember(incoming);
      },
      logger,
      clock,
    };
    if (callback !== undefined) return startCallback({ ...common, encryptKey, verificationToken });
    return startSocket({ ...common, api, signal, setConnected, onFailure: lifecycle.fail });
  }

  return {
    platform: "feishu",
    capabilities: capabilitiesWith(typingReaction),
    start: lifecycle.start,
    stop: lifecycle.stop,
    onStatus: lifecycle.onStatus,
    ...(callback !== undefined && { handleRequest: lifecycle.handle }),
    ...createSender(api, typing, contextTokens),
    ...(typingReaction && { sendTyping: typing.start, cancelTyping: typing.stop }),
    ...createDownloads({
      service: SERVICE,
      references,
      fetch: (reference, maxBytes) => downloadReference(api, reference, maxBytes),
    }),
  };
}

function capabilitiesWith(typing: boolean): AdapterCapabilities {
  return {
    receive: ["text", "image", "voice", "file", "video"],
    send: ["text", "image", "file", "video"],
    typing,
    quotes: true,
    transcription: false,
    idempotency: true,
    textLimits: TEXT_LIMITS,
    mediaLimits: {
      image: { max: MEDIA_LIMITS.upload, asFileAbove: MEDIA_LIMITS.image },
      video: { max: MEDIA_LIMITS.upload },
      file: { max: MEDIA_LIMITS.upload },
    },
  };
}
