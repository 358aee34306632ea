import { markdownToPlainText } from "@botwright/markdown";
import type { DownloadOptions, MediaItem, PlatformAdapter, SendOptions } from "./adapter.ts";
import type { BotAdapter, BotScope, SendReceipt } from "./bot.ts";
import { requireVariantPlatform, type Variant } from "./platform.ts";
import { splitText } from "./split-text.ts";
import { toBuffer } from "./to-buffer.ts";

/** Options of {@link createBot}. */
export interface CreateBotOptions {
  /**
   * `"single"` adds `bot.sendVoice`, as the older set for WeChat alone has it. The dispatcher must be
   * of the same variant.
   * @default "multi"
   */
  variant?: Variant;
  /**
   * What `reply` does to a text before it is sent.
   * @default markdownToPlainText
   */
  format?: (text: string) => string;
}

const IGNORED: SendReceipt = { status: "ignored" };

/**
 * Makes the `bot` that plugins see from a platform adapter: replies are formatted, long text is
 * split at the platform's limits, and what the platform lacks is silently ignored.
 *
 * @throws {InvalidInputError} `INVALID_INPUT` when the single-platform variant is asked for and the
 * platform is not `wechat`
 * @example
 * const bot = createBot(adapter);
 * await bot.reply(msg, "**done**"); // the chat shows: done
 */
export function createBot(adapter: PlatformAdapter, options: CreateBotOptions = {}): BotAdapter {
  requireVariantPlatform(options.variant ?? "multi", adapter.platform);
  return createScopedBot(adapter, options, {});
}

function createScopedBot(
  adapter: PlatformAdapter,
  options: CreateBotOptions,
  scope: BotScope,
): BotAdapter {
  const { variant = "multi", format = markdownToPlainText } = options;
  const downloading: DownloadOptions = {
    ...(scope.from !== undefined && { from: scope.from }),
    ...(scope.maxDownloadBytes !== undefined && { maxBytes: scope.maxDownloadBytes }),
  };

  async function send(to: string, text: string, reply: SendOptions): Promise<SendReceipt> {
    let receipt = IGNORED;
    for (const [index, part] of splitText(text, adapter.capabilities.textLimits).entries()) {
      const partOptions = index === 0 ? reply : { ...reply, continuation: true };
      receipt = await adapter.sendText(to, part, partOptions);
    }
    return receipt;
  }
  const download = async (item: MediaItem): Promise<Buffer> =>
    toBuffer(await adapter.download(item, downloading));

  const bot: BotAdapter = {
    platform: adapter.platform,
    reply: (msg, text) => send(msg.from, format(text), tokenOption(msg.contextToken)),
    sendText: (userId, text, contextToken) => send(userId, text, tokenOption(contextToken)),
    sendImage: async (userId, buffer) => (await adapter.sendImage?.(userId, buffer)) ?? IGNORED,
    sendVideo: async (userId, buffer) => (await adapter.sendVideo?.(userId, buffer)) ?? IGNORED,
    sendFile: async (userId, buffer, filename) =>
      (await adapter.sendFile?.(userId, buffer, filename)) ?? IGNORED,
    sendTyping: async (userId) => adapter.sendTyping?.(userId),
    cancelTyping: async (userId) => adapter.cancelTyping?.(userId),
    downloadImage: download,
    downloadVoice: download,
    downloadFile: download,
    downloadVideo: download,
    downloadRaw: async (reference) => toBuffer(await adapter.downloadRaw(reference, downloading)),
    forCall: (more) => createScopedBot(adapter, options, { ...scope, ...more }),
  };
  if (variant === "single") {
    bot.sendVoice = async (userId, buffer, contextToken, voice = {}) =>
      (await adapter.sendVoice?.(userId, buffer, { ...tokenOption(contextToken), ...voice })) ??
      IGNORED;
  }
  return bot;
}

function tokenOption(contextToken: string | undefined): SendOptions {
  return contextToken === undefined || contextToken === "" ? {} : { contextToken };
}
