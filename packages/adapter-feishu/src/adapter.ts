import { createSendLanes } from "@botwright/adapter-kit";
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
import { createApi } from "./api.ts";
import { fetchQuote } from "./api-quote.ts";
import { downloadItem, downloadReference, MEDIA_LIMITS } from "./media.ts";
import type { Identity } from "./parse.ts";
import { createSender, TEXT_LIMITS } from "./send.ts";
import { createTypingReactions } from "./send-typing.ts";
import { createReceiver, type Transport } from "./transport.ts";
import { type CallbackTransport, startCallback } from "./transport-callback.ts";
import { startSocket } from "./transport-socket.ts";
import { isObject, textOf } from "./wire.ts";

/** Options of {@link createFeishuAdapter}. */
export interface FeishuAdapterOptions {
  /** `cli_…`, from the developer console. */
  appId: string;
  /** The secret beside it. */
  appSecret: string;
  /** Where the platform is; `https://open.larksuite.com` for Lark. @default "https://open.feishu.cn" */
  apiBase?: string;
  /**
   * Receive by HTTP callback instead of a long connection: pass the requests to
   * `adapter.handleRequest`. At least one of the two secrets is needed.
   */
  callback?: {
    /** Bodies are encrypted and signed with it. */
    encryptKey?: string;
    /** Comes with each event. */
    verificationToken?: string;
  };
  /** Shows the reaction "Typing" on the user's message while the bot works. @default true */
  typingReaction?: boolean;
  /** Keeps who the bot is, for starts while the platform does not tell. @default in memory */
  state?: AdapterState;
  logger?: Logger;
  clock?: Clock;
  /** For one call, in milliseconds; uploads and downloads have more. @default 30_000 */
  requestTimeoutMs?: number;
  /** Called when the platform refuses the app while the adapter runs, which ends receiving. */
  onFailure?: (error: unknown) => void;
}

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
  const { appId, appSecret, callback, typingReaction = true } = options;
  const { state = createMemoryAdapterState() } = options;
  const { logger = silentLogger, clock = systemClock } = options;
  const { encryptKey = "", verificationToken = "" } = callback ?? {};
  checkOptions(options);
  let identity: Identity = { appId, openId: "", name: "" };
  /** Of one start to its stop. Sends are not part of it: handlers that still run may answer. */
  let receiving = new AbortController();
  let transport: Transport | undefined;
  let callbacks: CallbackTransport | undefined;
  let starting = false;
  let stopping: Promise<void> | undefined;

  const api = createApi({
    appId,
    appSecret,
    apiBase: (options.apiBase ?? "https://open.feishu.cn").replace(/\/+$/, ""),
    secrets: [appSecret, encryptKey, verificationToken].filter((secret) => secret !== ""),
    requestTimeoutMs: options.requestTimeoutMs ?? 30_000,
    clock,
  });
  const lanes = createSendLanes();
  const typing = createTypingReactions({ api, clock, logger });

  /** Who the bot is: for its mentions and its name in quotes, so nothing depends on the answer. */
  async function identify(): Promise<void> {
    const key = `feishu.bot.${appId}`;
    try {
      const { bot } = await api.call({ name: "bot info", method: "GET", path: "/bot/v3/info" });
      if (!isObject(bot)) return;
      identity = { appId, openId: textOf(bot["open_id"]), name: textOf(bot["app_name"]) };
      await state.set(key, { openId: identity.openId, name: identity.name });
    } catch (error) {
      logger.warn("Feishu: the bot's own name could not be fetched", describeError(error));
      const kept = await state.get(key);
      if (!isObject(kept)) return;
      identity = { appId, openId: textOf(kept["openId"]), name: textOf(kept["name"]) };
    }
  }

  async function connect(sink: MessageSink, signal: AbortSignal): Promise<Transport> {
    await api.authorize();
    await identify();
    const receiver = createReceiver({
      sink,
      clock,
      identity: () => identity,
      findQuote: (messageId) => fetchQuote(api, messageId, identity, { logger, clock }),
      onMessage: ({ id, message }) => typing.remember(message.from, id),
    });
    if (callback !== undefined) {
      callbacks = startCallback({ receiver, logger, encryptKey, verificationToken });
      return callbacks;
    }
    const onFailure = (error: unknown): void => {
      logger.error("Feishu: receiving has ended; check the app", describeError(error));
      options.onFailure?.(error);
    };
    return startSocket({ api, receiver, logger, clock, signal, onFailure });
  }

  async function halt(): Promise<void> {
    const running = transport;
    transport = undefined;
    receiving.abort();
    receiving = new AbortController();
    await Promise.all([typing.stopAll(), running?.stop()]);
  }

  return {
    platform: "feishu",
    capabilities: capabilitiesWith(typingReaction),
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
    ...(callback !== undefined && {
      handleRequest: async (request: Request) =>
        callbacks?.handle(request) ?? new Response(null, { status: 503 }),
    }),
    ...createSender(api, lanes, typing),
    ...(typingReaction && {
      sendTyping: (to: string) => typing.start(to),
      cancelTyping: (to: string) => typing.stop(to),
    }),
    download: (item) => downloadItem(api, item),
    downloadRaw: (reference) => downloadReference(api, reference),
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

function checkOptions({ appId, appSecret, callback }: FeishuAdapterOptions): void {
  if (!/^cli_\w+$/.test(appId) || appSecret.trim() === "") {
    throw new InvalidInputError(
      "appId must look like cli_…, with its appSecret beside it, as the developer console shows them",
      { code: "INVALID_INPUT" },
    );
  }
  if (callback !== undefined && !callback.encryptKey && !callback.verificationToken) {
    throw new InvalidInputError(
      "callback needs encryptKey or verificationToken: without them anyone could write to the bot",
      { code: "INVALID_INPUT" },
    );
  }
}
