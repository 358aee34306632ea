import {
  type AdapterOptions,
  assertRequiredTexts,
  resolveAdapterOptions,
  createInboundPipeline,
  createMediaReferences,
  createAdapterLifecycle,
  type Transport,
} from "@botwright/adapter-kit";
import {
  type AdapterCapabilities,
  InvalidInputError,
  type MessageSink,
  type PlatformAdapter,
} from "@botwright/core";
import { ADVICE } from "./adapter/advice.ts";
import { SERVICE } from "./api/errors.ts";
import { createApi } from "./api.ts";
import { createPictures } from "./media/picture.ts";
import { createMediaDownloads, UPLOAD_LIMITS } from "./media.ts";
import { createSendQuota, type MemberLimits } from "./send/quota.ts";
import { createUploadCache } from "./media/uploads.ts";
import { createSender, TEXT_LIMITS } from "./send.ts";
import { ANSWER_MS, answerCheck, startCallback } from "./transport.ts";
import { createCallbackCrypto } from "./wire/crypto.ts";

/** Options of {@link createWecomAdapter}. */
export interface WecomAdapterOptions extends AdapterOptions {
  /** The corp id, `ww…`. */
  corpId: string;
  /** The app's AgentId, a number. */
  agentId: string;
  /** The app's Secret. */
  secret: string;
  /**
   * The secrets from the console's page "receive messages"; pass the requests to
   * `adapter.handleRequest`. Without them the bot can only send: WeCom has no polling and no socket.
   */
  callback?: {
    /** The Token, with which WeCom signs each callback. */
    token: string;
    /** The EncodingAESKey, with which WeCom encrypts each callback: 43 letters and digits. */
    encodingAesKey: string;
  };
  /** How many messages WeCom shows to one member; it drops the rest. @default 30 a minute, 1000 an hour */
  memberLimits?: Partial<MemberLimits>;
}

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
  assertRequiredTexts(options, ["corpId", "agentId", "secret"]);
  const { corpId, agentId, secret, callback, memberLimits } = options;
  checkCredentials(options);
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

function checkCredentials({ corpId, agentId, secret, callback }: WecomAdapterOptions): void {
  const wrong =
    (!/^\w+$/.test(corpId) && "corpId must be the corp's id, such as ww0123456789abcdef") ||
    (!/^\d+$/.test(agentId) && "agentId must be the app's number, such as 1000002") ||
    (secret === "" && "secret must be the app's Secret") ||
    (callback !== undefined &&
      !/^[A-Za-z0-9]{1,32}$/.test(callback.token) &&
      "callback.token must be the console's Token, 1 to 32 letters and digits");
  if (wrong !== false) throw new InvalidInputError(wrong, { code: "INVALID_INPUT" });
}
