import { createHmac } from "node:crypto";
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
import { downloadItem, downloadReference, UPLOAD_LIMIT } from "./media.ts";
import { createSender, TEXT_LIMITS } from "./send.ts";
import type { Transport } from "./transport.ts";
import { type HttpTransport, startHttp } from "./transport-http.ts";
import { createMemory } from "./transport-memory.ts";
import { startStream } from "./transport-stream.ts";

/** Options of {@link createDingtalkAdapter}. */
export interface DingtalkAdapterOptions {
  /** AppKey (Client ID) of the organisation's app. */
  appKey: string;
  /** AppSecret (Client Secret). */
  appSecret: string;
  /** RobotCode; in most apps it equals the AppKey. */
  robotCode: string;
  /** Where the new API is. @default "https://api.dingtalk.com" */
  apiBase?: string;
  /** Where the old API is, which takes uploads. @default "https://oapi.dingtalk.com" */
  oapiBase?: string;
  /** Receive by HTTP mode instead of Stream mode: pass the requests to `adapter.handleRequest`. */
  callback?: {
    /** The key of encrypted messages, 43 characters. @default encrypted messages are refused */
    aesKey?: string;
  };
  /** Keeps sessions and recent texts over restarts. @default in memory */
  state?: AdapterState;
  logger?: Logger;
  clock?: Clock;
  /** For one call, in milliseconds; uploads and downloads have more. @default 30_000 */
  requestTimeoutMs?: number;
  /** Called when the platform refuses the credentials while the adapter runs, which ends receiving. */
  onFailure?: (error: unknown) => void;
}

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

/** An app key and a robot code are names; a secret is never empty. */
const NEEDED = ["appKey", "appSecret", "robotCode"] as const;

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
  const { appKey, appSecret, robotCode, callback, state = createMemoryAdapterState() } = options;
  const { logger = silentLogger, clock = systemClock } = options;
  for (const name of NEEDED) {
    if (options[name] === "") throw wrong(`${name} is empty: copy it from the app's page`);
  }
  const aesKey = readAesKey(callback?.aesKey);
  const apiBase = withoutSlash(options.apiBase ?? "https://api.dingtalk.com");
  const oapiBase = withoutSlash(options.oapiBase ?? "https://oapi.dingtalk.com");
  const { requestTimeoutMs = 30_000 } = options;
  const api = createApi({
    appKey,
    appSecret,
    robotCode,
    apiBase,
    oapiBase,
    requestTimeoutMs,
    clock,
  });
  const memory = createMemory(robotCode, state, clock);
  /** Of one start to its stop. Sends are not part of it: handlers that still run may answer. */
  let receiving = new AbortController();
  let transport: Transport | undefined;
  let callbacks: HttpTransport | undefined;
  let starting = false;
  let stopping: Promise<void> | undefined;

  /** The same for the same address, so that a repeated message is the same. */
  function toHandle(url: string): string {
    return createHmac("sha256", appSecret).update(url).digest("base64url");
  }

  function connect(sink: MessageSink): Transport {
    const common = { robotCode, toHandle, oapiBase, memory, logger, clock };
    if (callback !== undefined) {
      callbacks = startHttp(sink, { ...common, appSecret, aesKey });
      return callbacks;
    }
    const onFailure = (error: unknown): void => {
      logger.error("DingTalk: receiving has ended; bind the robot again", describeError(error));
      options.onFailure?.(error);
    };
    return startStream(sink, { ...common, api, onFailure });
  }

  async function halt(): Promise<void> {
    const running = transport;
    transport = undefined;
    receiving.abort();
    receiving = new AbortController();
    await running?.stop();
  }

  return {
    platform: "dingtalk",
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
        await api.check(signal);
        if (!signal.aborted) transport = connect(sink);
      } finally {
        starting = false;
      }
    },
    stop: () => (stopping ??= halt().finally(() => (stopping = undefined))),
    ...(callback !== undefined && {
      handleRequest: async (request: Request) =>
        callbacks?.handle(request) ?? new Response(null, { status: 503 }),
    }),
    ...createSender(api, createSendLanes(), memory, logger),
    download: (item) => downloadItem(api, item),
    downloadRaw: (reference) => downloadReference(api, reference),
  };
}

function withoutSlash(url: string): string {
  return url.replace(/\/+$/, "");
}

function readAesKey(text: string | undefined): Uint8Array | undefined {
  if (text === undefined) return undefined;
  if (/^[A-Za-z0-9+/]{43}$/.test(text)) return Buffer.from(`${text}=`, "base64");
  throw wrong("aesKey must be 43 letters, digits, + or /, as the app's page gives it");
}

function wrong(what: string): InvalidInputError {
  return new InvalidInputError(what, { code: "INVALID_INPUT" });
}
