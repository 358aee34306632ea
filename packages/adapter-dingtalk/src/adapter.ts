import { createHmac } from "node:crypto";
import {
  type ConnectionReporter,
  resolveAdapterOptions,
  createInboundPipeline,
  createDownloads,
  createMediaReferences,
  createAdapterLifecycle,
  type Transport,
  withoutSlash,
} from "@botwright/adapter-kit";
import { type AdapterCapabilities, type MessageSink, type PlatformAdapter } from "@botwright/core";
import { ADVICE } from "./adapter/advice.ts";
import {
  assertDingtalkOptions,
  type DingtalkAdapterOptions,
  readAesKey,
} from "./adapter/options.ts";
import { SERVICE } from "./api/errors.ts";
import { createApi } from "./api.ts";
import { downloadReference, UPLOAD_LIMIT } from "./media.ts";
import { createSender, TEXT_LIMITS } from "./send.ts";
import { startHttp } from "./transport/http.ts";
import { createSessionStore } from "./transport/session-store.ts";
import { startStream } from "./transport/stream.ts";

const CAPABILITIES: AdapterCapabilities = {
  receive: ["text", "image", "voice", "file", "video"],
  send: ["text", "image", "file", "video"],
  typing: false,
  quotes: true,
  transcription: true,
  idempotency: false,
  textLimits: TEXT_LIMITS,
  mediaLimits: {
    image: { max: UPLOAD_LIMIT },
    video: { max: UPLOAD_LIMIT },
    file: { max: UPLOAD_LIMIT },
  },
};

/**
 * Makes the adapter for a DingTalk robot.
 *
 * @throws {InvalidInputError} `INVALID_INPUT` when a credential is empty or the AES key has the wrong form
 * @example
 * const adapter = createDingtalkAdapter({ appKey, appSecret, robotCode });
 * await adapter.start(async ({ message }) => {
 *   const { contextToken } = message;
 *   await adapter.sendText(message.from, `You said: ${message.text}`, { contextToken });
 * });
 */
export function createDingtalkAdapter(options: DingtalkAdapterOptions): PlatformAdapter {
  assertDingtalkOptions(options);
  const { appKey, appSecret, robotCode, callback } = options;
  const aesKey = readAesKey(callback?.aesKey);
  const resolved = resolveAdapterOptions(options, { apiBase: "https://api.dingtalk.com" });
  const { state, logger, clock } = resolved;
  const botName = options.botName ?? "";
  const oapiBase = withoutSlash(options.oapiBase ?? "https://oapi.dingtalk.com");
  const stateKey = `dingtalk.seal.${robotCode}`;
  const references = createMediaReferences({ service: SERVICE, state, stateKey });
  const store = createSessionStore(robotCode, state, clock);
  const api = createApi({
    ...resolved,
    appKey,
    appSecret,
    robotCode,
    oapiBase,
    onRefused: (error) => lifecycle.fail(error),
  });
  const lifecycle = createAdapterLifecycle({
    service: SERVICE,
    connect,
    advice: ADVICE,
    logger,
  });

  /** The same URL always gives the same handle, so a message that is pushed again has the same contextToken. */
  function toHandle(url: string): string {
    return createHmac("sha256", appSecret).update(url).digest("base64url");
  }

  async function connect(
    sink: MessageSink,
    _signal: AbortSignal,
    { setConnected }: ConnectionReporter,
  ): Promise<Transport> {
    await api.check();
    const inbound = createInboundPipeline({ service: SERVICE, sink, references, logger, clock });
    const common = { inbound, robotCode, toHandle, oapiBase, botName, store, logger, clock };
    if (callback !== undefined) return startHttp({ ...common, appSecret, aesKey });
    return startStream({ ...common, api, setConnected, onFailure: lifecycle.fail });
  }

  return {
    platform: "dingtalk",
    capabilities: CAPABILITIES,
    start: lifecycle.start,
    stop: lifecycle.stop,
    onStatus: lifecycle.onStatus,
    ...(callback !== undefined && { handleRequest: lifecycle.handle }),
    ...createSender({ api, store, logger, botName }),
    ...createDownloads({
      service: SERVICE,
      references,
      fetch: (reference, maxBytes) => downloadReference(api, reference, maxBytes),
    }),
  };
}
