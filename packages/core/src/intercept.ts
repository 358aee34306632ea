import type { BotAdapter } from "./bot.ts";
import type { HostCallInterceptor, HostOperation } from "./host-calls.ts";
import type { HandlerContext } from "./plugin.ts";

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
): HandlerContext {
  /** Puts the interceptor around one method; arguments and result keep their types. */
  function around<Args extends unknown[], Result>(
    operation: HostOperation,
    method: (...args: Args) => Promise<Result>,
  ): (...args: Args) => Promise<Result> {
    return (...args) => intercept(operation, args, () => method(...args));
  }
  const { bot, storage, aiService: ai, searchService: search } = context;
  const wrappedBot: BotAdapter = {
    platform: bot.platform,
    reply: around("bot.reply", (msg, text) => bot.reply(msg, text)),
    sendText: around("bot.sendText", (...args) => bot.sendText(...args)),
    sendImage: around("bot.sendImage", (...args) => bot.sendImage(...args)),
    sendVideo: around("bot.sendVideo", (...args) => bot.sendVideo(...args)),
    sendFile: around("bot.sendFile", (...args) => bot.sendFile(...args)),
    sendTyping: around("bot.sendTyping", (...args) => bot.sendTyping(...args)),
    cancelTyping: around("bot.cancelTyping", (...args) => bot.cancelTyping(...args)),
    downloadImage: around("bot.downloadImage", (...args) => bot.downloadImage(...args)),
    downloadVoice: around("bot.downloadVoice", (...args) => bot.downloadVoice(...args)),
    downloadFile: around("bot.downloadFile", (...args) => bot.downloadFile(...args)),
    downloadVideo: around("bot.downloadVideo", (...args) => bot.downloadVideo(...args)),
    downloadRaw: around("bot.downloadRaw", (...args) => bot.downloadRaw(...args)),
  };
  const sendVoice = bot.sendVoice?.bind(bot);
  if (sendVoice !== undefined) wrappedBot.sendVoice = around("bot.sendVoice", sendVoice);
  return {
    ...context,
    bot: wrappedBot,
    storage: {
      get: around("storage.get", (...args) => storage.get(...args)),
      set: around("storage.set", (...args) => storage.set(...args)),
      delete: around("storage.delete", (...args) => storage.delete(...args)),
      keys: around("storage.keys", (...args) => storage.keys(...args)),
      clear: around("storage.clear", (...args) => storage.clear(...args)),
    },
    aiService: {
      callModel: around("aiService.callModel", (...args) => ai.callModel(...args)),
      getModelsByCategory: around("aiService.getModelsByCategory", (...args) =>
        ai.getModelsByCategory(...args),
      ),
      getModelInfo: around("aiService.getModelInfo", (...args) => ai.getModelInfo(...args)),
      isFreeModel: around("aiService.isFreeModel", (...args) => ai.isFreeModel(...args)),
      getImageUsageToday: around("aiService.getImageUsageToday", () => ai.getImageUsageToday()),
      getFreeImageQuota: around("aiService.getFreeImageQuota", () => ai.getFreeImageQuota()),
    },
    searchService: { search: around("searchService.search", (...args) => search.search(...args)) },
    getPlatformCreds: around("getPlatformCreds", (...args) => context.getPlatformCreds(...args)),
  };
}
