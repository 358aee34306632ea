import type { BotAdapter } from "../ports/bot.ts";
import type { HostCallInterceptor } from "./operations.ts";
import {
  type HandlerContext,
  isMultiContext,
  type SingleHandlerContext,
} from "../types/context.ts";
import { toBuffer } from "../rules/to-buffer.ts";

/**
 * A copy of the context in which every host call goes through the interceptor.
 *
 * @example
 * const seen: string[] = [];
 * const watched = interceptContext(context, (operation, _args, execute) => {
 *   seen.push(operation);
 *   return execute();
 * });
 */
export function interceptContext(
  context: HandlerContext,
  intercept: HostCallInterceptor,
): HandlerContext;
export function interceptContext(
  context: SingleHandlerContext,
  intercept: HostCallInterceptor,
): SingleHandlerContext;
export function interceptContext(
  context: SingleHandlerContext,
  intercept: HostCallInterceptor,
): SingleHandlerContext {
  const { storage } = context;
  const intercepted: SingleHandlerContext = {
    ...context,
    bot: interceptBot(context.bot, intercept),
    storage: {
      get: (key) => intercept("storage.get", [key], () => storage.get(key)),
      set: (key, value) => intercept("storage.set", [key, value], () => storage.set(key, value)),
      delete: (key) => intercept("storage.delete", [key], () => storage.delete(key)),
      keys: () => intercept("storage.keys", [], () => storage.keys()),
      clear: () => intercept("storage.clear", [], () => storage.clear()),
    },
  };
  if (!isMultiContext(context)) return intercepted;
  return { ...intercepted, ...interceptServices(context, intercept) };
}

function interceptServices(
  { aiService: ai, searchService: search, getPlatformCreds }: HandlerContext,
  intercept: HostCallInterceptor,
): Pick<HandlerContext, "aiService" | "searchService" | "getPlatformCreds"> {
  return {
    aiService: {
      callModel: (input) => intercept("aiService.callModel", [input], () => ai.callModel(input)),
      getModelsByCategory: (category) =>
        intercept("aiService.getModelsByCategory", [category], () =>
          ai.getModelsByCategory(category),
        ),
      getModelInfo: (name) =>
        intercept("aiService.getModelInfo", [name], () => ai.getModelInfo(name)),
      isFreeModel: (name) => intercept("aiService.isFreeModel", [name], () => ai.isFreeModel(name)),
      getImageUsageToday: () =>
        intercept("aiService.getImageUsageToday", [], () => ai.getImageUsageToday()),
      getFreeImageQuota: () =>
        intercept("aiService.getFreeImageQuota", [], () => ai.getFreeImageQuota()),
    },
    searchService: {
      search: (...args) => intercept("searchService.search", args, () => search.search(...args)),
    },
    getPlatformCreds: (platform) =>
      intercept("getPlatformCreds", [platform], () => getPlatformCreds(platform)),
  };
}

function interceptBot(bot: BotAdapter, intercept: HostCallInterceptor): BotAdapter {
  const wrapped: BotAdapter = {
    platform: bot.platform,
    reply: (...args) => intercept("bot.reply", args, () => bot.reply(...args)),
    sendText: (...args) => intercept("bot.sendText", args, () => bot.sendText(...args)),
    sendImage: (...args) => intercept("bot.sendImage", args, () => bot.sendImage(...args)),
    sendVideo: (...args) => intercept("bot.sendVideo", args, () => bot.sendVideo(...args)),
    sendFile: (...args) => intercept("bot.sendFile", args, () => bot.sendFile(...args)),
    sendTyping: (user) => intercept("bot.sendTyping", [user], () => bot.sendTyping(user)),
    cancelTyping: (user) => intercept("bot.cancelTyping", [user], () => bot.cancelTyping(user)),
    downloadImage: (item) =>
      asBuffer(intercept("bot.downloadImage", [item], () => bot.downloadImage(item))),
    downloadVoice: (item) =>
      asBuffer(intercept("bot.downloadVoice", [item], () => bot.downloadVoice(item))),
    downloadFile: (item) =>
      asBuffer(intercept("bot.downloadFile", [item], () => bot.downloadFile(item))),
    downloadVideo: (item) =>
      asBuffer(intercept("bot.downloadVideo", [item], () => bot.downloadVideo(item))),
    downloadRaw: (reference) =>
      asBuffer(intercept("bot.downloadRaw", [reference], () => bot.downloadRaw(reference))),
  };
  if (bot.sendVoice !== undefined) {
    const sendVoice = bot.sendVoice.bind(bot);
    wrapped.sendVoice = (...args) => intercept("bot.sendVoice", args, () => sendVoice(...args));
  }
  return wrapped;
}

/** A record gives plain bytes back; plugins are promised a Buffer. */
async function asBuffer(download: Promise<Uint8Array>): Promise<Buffer> {
  return toBuffer(await download);
}
