import {
  resolveAdapterOptions,
  createInboundPipeline,
  createDownloads,
  createMediaReferences,
  createAdapterLifecycle,
  createTypingKeeper,
  type Transport,
} from "@botwright/adapter-kit";
import { type AdapterCapabilities, describeError, type PlatformAdapter } from "@botwright/core";
import { ADVICE } from "./adapter/advice.ts";
import { assertWechatOptions, type WechatAdapterOptions } from "./adapter/options.ts";
import { createSessionStore } from "./adapter/session-store.ts";
import { createSessions } from "./adapter/session.ts";
import { createAddresses } from "./api/address.ts";
import { SERVICE } from "./api/answer.ts";
import { downloadItem, downloadReference, type MediaContext } from "./media.ts";
import { createTypingSignals } from "./send/typing.ts";
import { createSender, TEXT_LIMITS } from "./send.ts";
import { startPolling } from "./transport.ts";

const CAPABILITIES: AdapterCapabilities = {
  receive: ["text", "image", "voice", "file", "video"],
  send: ["text", "image", "voice", "file", "video"],
  typing: true,
  quotes: true,
  transcription: true,
  idempotency: true,
  textLimits: TEXT_LIMITS,
  mediaLimits: {},
};

/** The interval of the official client. It is not known how long the phone shows the indicator. */
const TYPING_EVERY_MS = 5000;
/** Defaults of {@link WechatAdapterOptions}. */
export const DEFAULTS = {
  apiBase: "https://ilinkai.weixin.qq.com",
  cdnBase: "https://novac2c.cdn.weixin.qq.com/c2c",
  trustedHosts: [".qq.com", ".wechat.com"],
  requestTimeoutMs: 15_000,
} as const;
/** Timeout of notifystop, in milliseconds. */
const NOTIFY_STOP_TIMEOUT_MS = 1000;

/**
 * Makes the adapter for a bot that a WeChat account has bound by scanning a QR code.
 *
 * @throws {InvalidInputError} `INVALID_INPUT` when an address is not a URL
 * @example
 * const adapter = createWechatAdapter({ state, login: { onQr: ({ content }) => draw(content) } });
 * await adapter.start(async ({ message }) => {
 *   await adapter.sendText(message.from, `You said: ${message.text}`);
 * });
 */
export function createWechatAdapter(options: WechatAdapterOptions = {}): PlatformAdapter {
  assertWechatOptions(options);
  const resolved = resolveAdapterOptions(options, DEFAULTS);
  const { logger, clock } = resolved;
  const store = createSessionStore(resolved.state);
  const references = createMediaReferences({
    service: SERVICE,
    state: resolved.state,
    stateKey: "wechat.seal",
  });
  const addresses = createAddresses({
    apiBase: resolved.apiBase,
    cdnBase: options.cdnBase ?? DEFAULTS.cdnBase,
    trustedHosts: options.trustedHosts ?? DEFAULTS.trustedHosts,
  });
  let polling: Transport | undefined;
  const sessions = createSessions({
    ...options,
    ...resolved,
    store,
    addresses,
    onEnded(error) {
      // Stops the poll, which the server would otherwise hold for up to half a minute.
      void polling?.stop();
      lifecycle.fail(error);
    },
  });
  const lifecycle = createAdapterLifecycle({
    service: SERVICE,
    async connect(sink, signal, { setConnected, needsLogin }) {
      const { api, token } = await sessions.open(signal, needsLogin);
      const inbound = createInboundPipeline({ service: SERVICE, sink, references, logger, clock });
      const pollTimeoutMs = options.pollTimeoutMs ?? 35_000;
      const poll = startPolling({
        inbound,
        api,
        token,
        store,
        setConnected,
        logger,
        clock,
        pollTimeoutMs,
      });
      polling = poll;
      return {
        async stop() {
          await poll.stop();
          const session = await sessions.current().catch(() => undefined);
          await session?.api
            .call("msg/notifystop", {}, { timeoutMs: NOTIFY_STOP_TIMEOUT_MS })
            .catch(() => {});
        },
      };
    },
    onStop: () => typing.stopAll(),
    advice: ADVICE,
    logger,
  });
  const signals = createTypingSignals(store, clock);
  const typing = createTypingKeeper({
    everyMs: TYPING_EVERY_MS,
    clock,
    show: async (to, signal) => signals.show(await sessions.current(), to, signal),
    async hide(to) {
      try {
        await signals.cancel(await sessions.current(), to);
      } catch (error) {
        logger.debug("WeChat: the typing indicator could not be ended", describeError(error));
      }
    },
  });
  const mediaParts = async (): Promise<MediaContext> => {
    const { api } = await sessions.current();
    return { api, addresses, store, clock };
  };

  return {
    platform: "wechat",
    capabilities: CAPABILITIES,
    start: lifecycle.start,
    stop: lifecycle.stop,
    onStatus: lifecycle.onStatus,
    ...createSender({
      session: () => sessions.current(),
      addresses,
      store,
      typing,
      clock,
      logger,
      spacingMs: options.sendSpacingMs ?? 1500,
      botName: options.botName ?? "",
    }),
    sendTyping: (to) => typing.start(to),
    cancelTyping: (to) => typing.cancel(to),
    ...createDownloads({
      service: SERVICE,
      references,
      fetch: async (...rest) => downloadReference(await mediaParts(), ...rest),
      fetchItem: async (item, ...rest) => ({
        item,
        bytes: await downloadItem(await mediaParts(), item, ...rest),
      }),
    }),
  };
}
