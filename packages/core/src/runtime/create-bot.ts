import { markdownToPlainText } from "@botwright/markdown";
import type { MediaItem } from "../types/message.ts";
import type { DownloadOptions, PlatformAdapter, SendOptions } from "../ports/adapter.ts";
import type { BotAdapter, BotScope, SendReceipt } from "../ports/bot.ts";
import { mergeScopes } from "../calls/bot-scope.ts";
import { isDeliveryUnknown } from "../types/errors.ts";
import { LIMITS } from "../rules/limits.ts";
import { assertVariantPlatform, type Variant } from "../types/platform.ts";
import { splitText } from "../rules/content/split-text.ts";
import { assertTextSize } from "../rules/content/text-size.ts";
import { toBuffer } from "../rules/content/to-buffer.ts";
import { isRecord } from "../rules/is-record.ts";
import { createKeyedQueue, type KeyedQueue } from "../rules/keyed-queue.ts";
import { invalidInput } from "../rules/validation/validation.ts";
import { assertCount } from "../rules/validation/assert-count.ts";

/** Options of {@link createBot}. */
export interface CreateBotOptions {
  /**
   * `"single"` adds `bot.sendVoice`, which the older API for WeChat alone has. The dispatcher must use the
   * same variant.
   * @default "multi"
   */
  variant?: Variant;
  /**
   * What `reply` does to a text before it is sent.
   * @default markdownToPlainText
   */
  format?: (text: string) => string;
  /**
   * The most UTF-8 bytes of one text, all its parts together, before and after formatting; a longer one
   * rejects with `TEXT_TOO_LONG`.
   * @default LIMITS.text.maxBytes
   */
  maxTextBytes?: number;
}

/** Characters from which a reply counts as long: formatting it can delay other calls. */
const LONG_REPLY = 2048;

const IGNORED: SendReceipt = { status: "ignored" };

/**
 * Makes the `bot` that plugins see from a platform adapter: replies are formatted, long text is
 * split at the platform's limits, and what the platform lacks is silently ignored.
 *
 * @throws {InvalidInputError} `INVALID_INPUT` when `adapter` is none, the single-platform variant is asked
 * for and the platform is not `wechat`, or `maxTextBytes` is no whole number above 0
 * @example
 * const bot = createBot(adapter);
 * await bot.reply(msg, "**done**"); // the chat shows: done
 */
export function createBot(adapter: PlatformAdapter, options: CreateBotOptions = {}): BotAdapter {
  assertAdapter(adapter);
  assertVariantPlatform(options.variant ?? "multi", adapter.platform);
  if (options.maxTextBytes !== undefined) assertCount("maxTextBytes", options.maxTextBytes);
  return createScopedBot(adapter, options, {}, createKeyedQueue());
}

/** Authors of JavaScript have no compiler that finds a missing adapter. */
function assertAdapter(adapter: unknown): void {
  const isAdapter =
    isRecord(adapter) &&
    typeof adapter["platform"] === "string" &&
    isRecord(adapter["capabilities"]) &&
    typeof adapter["sendText"] === "function";
  if (!isAdapter)
    throw invalidInput("adapter must be an adapter, as createTelegramAdapter makes one");
}

function createScopedBot(
  adapter: PlatformAdapter,
  options: CreateBotOptions,
  scope: BotScope,
  queue: KeyedQueue,
  effect?: Pick<SendOptions, "mayBeRepeat"> & { readonly key: string },
): BotAdapter {
  const { variant = "multi" } = options;
  const { maxTextBytes = LIMITS.text.maxBytes } = options;
  const downloading: DownloadOptions = {
    ...(scope.from !== undefined && { from: scope.from }),
    ...(scope.maxDownloadBytes !== undefined && { maxBytes: scope.maxDownloadBytes }),
  };

  function format(text: string): string | Promise<string> {
    if (options.format !== undefined) return options.format(text);
    if (scope.formatMarkdown === undefined || text.length < LONG_REPLY) {
      return markdownToPlainText(text);
    }
    return scope.formatMarkdown(text);
  }

  /** Sends to one chat go out one after another: none overtakes another, and the parts of two texts do not mix. */
  async function inOrder(to: string, send: () => Promise<SendReceipt>): Promise<SendReceipt> {
    return queue.run(to, send, scope.signal?.());
  }

  /** Sends one message and reports it to the call, unless it certainly did not reach the chat. */
  async function sendOne(
    sending: Promise<SendReceipt | undefined> | undefined,
  ): Promise<SendReceipt> {
    try {
      const receipt = (await sending) ?? IGNORED;
      if (receipt.status !== "ignored") scope.onSent?.();
      return receipt;
    } catch (error) {
      if (isDeliveryUnknown(error)) scope.onSent?.();
      throw error;
    }
  }

  async function sendText(to: string, text: string, reply: SendOptions): Promise<SendReceipt> {
    assertTextSize(text, maxTextBytes);
    const parts = splitText(text, adapter.capabilities.textLimits);
    if (parts.length > 0) scope.onParts?.(parts.length);
    let receipt = IGNORED;
    for (const [index, part] of parts.entries()) {
      scope.signal?.().throwIfAborted();
      const continuation = index > 0 && { continuation: true };
      receipt = await sendOne(
        adapter.sendText(to, part, { ...reply, ...optionsOf(index), ...continuation }),
      );
    }
    return receipt;
  }

  /** The key of one message, since each part of a text has its own, and the signal of the call. */
  function optionsOf(part = 0): Pick<SendOptions, "idempotencyKey" | "mayBeRepeat" | "signal"> {
    const given = scope.signal && { signal: scope.signal() };
    if (effect === undefined) return { ...given };
    const { key, ...repeat } = effect;
    return { idempotencyKey: part === 0 ? key : `${key}/${part}`, ...repeat, ...given };
  }

  async function download(given: MediaItem): Promise<Buffer> {
    const { bytes, item } = await adapter.download(given, downloading);
    scope.onDownload?.(item);
    return toBuffer(bytes);
  }

  const bot: BotAdapter = {
    platform: adapter.platform,
    async reply({ from, contextToken }, text) {
      // The time of formatting grows with the text's length.
      assertTextSize(text, maxTextBytes);
      // Begins at once, since a call may end while its sends wait; a failure is told when the text has its turn.
      const formatted = format(text);
      void Promise.allSettled([formatted]);
      return inOrder(from, async () => sendText(from, await formatted, tokenOption(contextToken)));
    },
    sendText: (userId, text, contextToken) =>
      inOrder(userId, () => sendText(userId, text, tokenOption(contextToken))),
    sendImage: (userId, buffer) =>
      inOrder(userId, () => sendOne(adapter.sendImage?.(userId, buffer, optionsOf()))),
    sendVideo: (userId, buffer) =>
      inOrder(userId, () => sendOne(adapter.sendVideo?.(userId, buffer, optionsOf()))),
    sendFile: (userId, buffer, filename) =>
      inOrder(userId, () => sendOne(adapter.sendFile?.(userId, buffer, filename, optionsOf()))),
    sendTyping: async (userId) => adapter.sendTyping?.(userId),
    cancelTyping: async (userId) => adapter.cancelTyping?.(userId),
    downloadImage: download,
    downloadVoice: download,
    downloadFile: download,
    downloadVideo: download,
    downloadRaw: async (reference) => toBuffer(await adapter.downloadRaw(reference, downloading)),
    forCall: (more) =>
      createScopedBot(adapter, options, mergeScopes(scope, more), createKeyedQueue(), effect),
    forEffect: (key, isRepeat = false) =>
      createScopedBot(adapter, options, scope, queue, {
        key,
        ...(isRepeat && { mayBeRepeat: true }),
      }),
  };
  if (variant === "single") {
    bot.sendVoice = (userId, buffer, contextToken, voice = {}) =>
      inOrder(userId, () =>
        sendOne(
          adapter.sendVoice?.(userId, buffer, {
            ...tokenOption(contextToken),
            ...optionsOf(),
            ...voice,
          }),
        ),
      );
  }
  return bot;
}

function tokenOption(contextToken: string | undefined): SendOptions {
  return contextToken === undefined || contextToken === "" ? {} : { contextToken };
}
