import { createSendLanes, NETWORK_ADVICE } from "@botwright/adapter-kit";
import {
  type AdapterCapabilities,
  type AdapterState,
  BotwrightError,
  type Clock,
  createMemoryAdapterState,
  describeError,
  InvalidInputError,
  type Logger,
  NetworkError,
  type PlatformAdapter,
  silentLogger,
  systemClock,
} from "@botwright/core";
import { createApi } from "./api.ts";
import { downloadItem, downloadReference, UPLOAD_LIMITS } from "./media.ts";
import { createSendQuota, type MemberLimits } from "./send-quota.ts";
import { createSender, TEXT_LIMITS } from "./send.ts";
import { createTransport } from "./transport.ts";
import { createCallbackCrypto } from "./wire-crypto.ts";

/** Options of {@link createWecomAdapter}. */
export interface WecomAdapterOptions {
  /** The corp's id, `ww…`. */
  corpId: string;
  /** The app's number. */
  agentId: string;
  /** The app's Secret. */
  secret: string;
  /**
   * What the console shows under "receive messages"; pass the requests to `adapter.handleRequest`.
   * Without it the bot can only send: WeCom has no other way in.
   */
  callback?: {
    /** The Token, which signs. */
    token: string;
    /** The EncodingAESKey, 43 letters and digits. */
    encodingAesKey: string;
  };
  /** Where the API is. @default "https://qyapi.weixin.qq.com" */
  apiBase?: string;
  /** Remembers over restarts what members were sent in the last hour. @default in memory */
  state?: AdapterState;
  logger?: Logger;
  clock?: Clock;
  /** For one call, in milliseconds; uploads and downloads have more. @default 30_000 */
  requestTimeoutMs?: number;
  /** Messages that one member is shown; WeCom drops the rest. @default 30 a minute, 1000 an hour */
  memberLimits?: Partial<MemberLimits>;
  /** Called once after a start, when the platform refuses the secret while the adapter runs. */
  onFailure?: (error: unknown) => void;
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
  const { corpId, agentId, secret, callback, memberLimits } = options;
  const {
    state = createMemoryAdapterState(),
    logger = silentLogger,
    clock = systemClock,
  } = options;
  checkCredentials(options);
  let phase: "stopped" | "starting" | "running" = "stopped";
  let hasFailed = false;
  /** Of one start to its stop. Sends are not part of it: handlers that still run may answer. */
  let receiving = new AbortController();

  const transport =
    callback === undefined
      ? undefined
      : createTransport({
          crypto: createCallbackCrypto(callback.token, callback.encodingAesKey, corpId),
          corpId,
          agentId,
          logger,
          clock,
        });
  const api = createApi({
    corpId,
    secret,
    apiBase: (options.apiBase ?? "https://qyapi.weixin.qq.com").replace(/\/+$/, ""),
    secrets: [secret, ...(callback === undefined ? [] : [callback.token, callback.encodingAesKey])],
    requestTimeoutMs: options.requestTimeoutMs ?? 30_000,
    clock,
    onRefused(error) {
      if (phase !== "running" || hasFailed) return;
      hasFailed = true;
      logger.error("WeCom: the secret is refused; bind the app again", describeError(error));
      options.onFailure?.(error);
    },
  });
  const quota = createSendQuota({
    limits: { perMinute: 30, perHour: 1000, ...memberLimits },
    agentId,
    state,
    clock,
    redact: api.redact,
  });

  return {
    platform: "wecom",
    capabilities: CAPABILITIES,
    async start(sink) {
      if (phase !== "stopped") {
        throw new BotwrightError("The adapter runs already: stop it first", {
          code: "ALREADY_STARTED",
        });
      }
      phase = "starting";
      const { signal } = receiving;
      try {
        const call = api.call({ path: "agent/get", query: { agentid: agentId }, signal });
        await unlessAborted(call, signal);
      } catch (error) {
        if (!signal.aborted) phase = "stopped";
        throw error;
      }
      phase = "running";
      hasFailed = false;
      if (transport === undefined) {
        logger.warn("WeCom: without `callback` the bot can send, but receives nothing");
      }
      transport?.start(sink);
    },
    async stop() {
      receiving.abort();
      receiving = new AbortController();
      phase = "stopped";
      await transport?.stop();
    },
    ...(transport !== undefined && {
      handleRequest: (request: Request) => transport.handle(request),
    }),
    ...createSender(api, Number(agentId), createSendLanes(), quota),
    download: (item) => downloadItem(api, item),
    downloadRaw: (reference) => downloadReference(api, reference),
  };
}

/** Ends the wait, not the call: others may wait for the same access token. */
async function unlessAborted(call: Promise<unknown>, signal: AbortSignal): Promise<void> {
  const done = new AbortController();
  const aborted = new Promise<never>((_resolve, reject) => {
    const end = (): void => {
      const advice = NETWORK_ADVICE.NETWORK_ABORTED;
      reject(new NetworkError(`WeCom agent/get: ${advice}`, { code: "NETWORK_ABORTED" }));
    };
    signal.addEventListener("abort", end, { signal: done.signal });
  });
  try {
    await Promise.race([call, aborted]);
  } finally {
    done.abort();
  }
}

function checkCredentials({ corpId, agentId, secret, callback }: WecomAdapterOptions): void {
  const wrong =
    (!/^\w+$/.test(corpId) && "corpId must be the corp's id, such as ww0123456789abcdef") ||
    (!/^\d+$/.test(agentId) && "agentId must be the app's number, such as 1000002") ||
    (secret === "" && "secret must be the app's Secret") ||
    (callback?.token === "" && "callback.token must be the Token of the console");
  if (wrong !== false) throw new InvalidInputError(wrong, { code: "INVALID_INPUT" });
}
