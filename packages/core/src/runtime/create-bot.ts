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
   * `"single"` adds `bot.sendVoice`, which only the older API for WeChat has. The dispatcher must use the same
   * variant.
   * @default "multi"
   */
  variant?: Variant;
  /**
   * Formats the text of a `reply` before it is sent.
   * @default markdownToPlainText
   */
  format?: (text: string) => string;
  /**
   * The maximum UTF-8 bytes of one text, all its parts together, before and after formatting; a longer text rejects
   * with `TEXT_TOO_LONG`.
   * @default LIMITS.text.maxBytes
   */
  maxTextBytes?: number;
}

/**
 * Length, in UTF-16 units, from which `scope.formatMarkdown` formats a reply, because formatting could block others.
 */
const LONG_REPLY = 2048;

const IGNORED: SendReceipt = { status: "ignored" };

/**
 * Creates the `bot` that plugins see from a platform adapter. It formats replies, splits a long text at the
 * platform's limits, and silently ignores sends that the platform lacks.
 *
 * @throws {InvalidInputError} `INVALID_INPUT` when `adapter` is no adapter, when the single-platform variant is
 * requested for another platform than `wechat`, or when `maxTextBytes` is no whole number above 0
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

/** Checks at run time, because authors of JavaScript have no compiler that finds a missing adapter. */
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

  /** Sends to one chat one after another, so that no send overtakes another and the parts of two texts do not mix. */
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

  /** The send options of one message: the signal of the call, and a key of its own for each part of a text. */
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
      // Checked before formatting, because the time of formatting grows with the text's length.
      assertTextSize(text, maxTextBytes);
      // Formats at once, because the call may end while its sends wait. A failure is thrown when the send has its
      // turn.
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
