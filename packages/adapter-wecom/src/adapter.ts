import {
  resolveAdapterOptions,
  createInboundPipeline,
  createMediaReferences,
  createAdapterLifecycle,
  type Transport,
} from "@botwright/adapter-kit";
import { type AdapterCapabilities, type MessageSink, type PlatformAdapter } from "@botwright/core";
import { ADVICE } from "./adapter/advice.ts";
import { assertWecomOptions, type WecomAdapterOptions } from "./adapter/options.ts";
import { SERVICE } from "./api/errors.ts";
import { createApi } from "./api.ts";
import { createPictures } from "./media/picture.ts";
import { createMediaDownloads, UPLOAD_LIMITS } from "./media.ts";
import { createSendQuota } from "./send/quota.ts";
import { createUploadCache } from "./media/uploads.ts";
import { createSender, TEXT_LIMITS } from "./send.ts";
import { ANSWER_MS, answerCheck, startCallback } from "./transport.ts";
import { createCallbackCrypto } from "./wire/crypto.ts";

const CAPABILITIES: AdapterCapabilities = {
  receive: ["text", "image", "voice", "file", "video"],
  send: ["text", "image", "file", "video"],
  typing: false,
  quotes: false,
  transcription: true,
  idempotency: true,
  textLimits: TEXT_LIMITS,
  mediaLimits: {
    image: { max: UPLOAD_LIMITS.file, asFileAbove: UPLOAD_LIMITS.image },
    video: { max: UPLOAD_LIMITS.file, asFileAbove: UPLOAD_LIMITS.video },
    file: { max: UPLOAD_LIMITS.file },
  },
};

/**
 * Makes the adapter for a self-built app of WeCom.
 *
 * @throws {InvalidInputError} `INVALID_INPUT` when a credential has the wrong form
 * @example
 * const adapter = createWecomAdapter({ corpId, agentId, secret, callback });
 * await adapter.start(async ({ message }) => {
 *   await adapter.sendText(message.from, `You said: ${message.text}`);
 * });
 */
export function createWecomAdapter(options: WecomAdapterOptions): PlatformAdapter {
  assertWecomOptions(options);
  const { corpId, agentId, secret, callback, memberLimits } = options;
  const resolved = resolveAdapterOptions(options, { apiBase: "https://qyapi.weixin.qq.com" });
  const { state, logger, clock } = resolved;
  const stateKey = `wecom.seal.${corpId}.${agentId}`;
  const references = createMediaReferences({ service: SERVICE, state, stateKey });
  const crypto = callback && createCallbackCrypto(callback.token, callback.encodingAesKey, corpId);
  const api = createApi({
    ...resolved,
    corpId,
    secret,
    secrets: [secret, ...(callback === undefined ? [] : [callback.token, callback.encodingAesKey])],
    onRefused: (error) => lifecycle.fail(error),
  });
  const quota = createSendQuota({
    limits: { perMinute: 30, perHour: 1000, ...memberLimits },
    agentId,
    state,
    clock,
    redact: api.redact,
  });
  const pictures = createPictures({ ...resolved, corpId, agentId });
  const lifecycle = createAdapterLifecycle({
    service: SERVICE,
    connect,
    advice: ADVICE,
    logger,
  });

  async function connect(sink: MessageSink, signal: AbortSignal): Promise<Transport> {
    await api.call({ path: "agent/get", query: { agentid: agentId }, signal });
    if (crypto === undefined) {
      logger.warn("WeCom: without `callback` the bot can send, but receives nothing");
      return { stop: async () => {} };
    }
    const inbound = createInboundPipeline({
      service: SERVICE,
      sink,
      references,
      answerMs: ANSWER_MS,
      logger,
      clock,
    });
    return startCallback({ inbound, crypto, pictures, corpId, agentId, logger, clock });
  }

  return {
    platform: "wecom",
    capabilities: CAPABILITIES,
    start: lifecycle.start,
    stop: lifecycle.stop,
    onStatus: lifecycle.onStatus,
    ...(crypto !== undefined && {
      async handleRequest(request: Request) {
        if (request.method === "GET") return answerCheck(request, { crypto, logger });
        return lifecycle.handle(request);
      },
    }),
    ...createSender(api, Number(agentId), quota, createUploadCache({ corpId, agentId, state })),
    ...createMediaDownloads(api, pictures, references),
  };
}
