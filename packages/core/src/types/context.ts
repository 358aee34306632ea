import type { AIService } from "../ports/ai.ts";
import type { BotAdapter } from "../ports/bot.ts";
import type { GetPlatformCreds } from "../ports/credentials.ts";
import type { ParsedMessage, QuotedMessage } from "./message.ts";
import type { SearchService } from "../ports/search.ts";
import type { PluginStorage } from "../ports/storage.ts";

/** The context names that both variants have; the single-platform variant has no others. */
export interface SingleHandlerContext {
  /** Includes `sendVoice` in the single-platform variant. */
  bot: BotAdapter;
  msg: ParsedMessage;
  /** The user's values for the plugin's `config_schema`. */
  config: Record<string, unknown>;
  botDbId: number;
  /** The account that owns the bot (not the person who chats with it: that is `msg.from`). */
  userId: number;
  storage: PluginStorage;
  /**
   * The message's medium, up to 20 MiB; `null` without a medium, over the limit, or after a failed
   * download.
   */
  mediaBuffer: Buffer | null;
  quotedMessage: QuotedMessage | null;
  messageId: number | null;
}

/** The bot of the multi-platform variant: calling `sendVoice` there has no effect, and it is not offered. */
export type MultiBot = Omit<BotAdapter, "sendVoice">;

/** The first argument of a plugin's `handler`. */
export interface HandlerContext extends SingleHandlerContext {
  bot: MultiBot;
  aiService: AIService;
  searchService: SearchService;
  getPlatformCreds: GetPlatformCreds;
  /** A database pool; built-in plugins only. */
  pool?: unknown;
}

/**
 * Whether the context belongs to the multi-platform variant.
 *
 * @example
 * if (isMultiContext(context)) await context.searchService.search("weather");
 */
export function isMultiContext(context: SingleHandlerContext): context is HandlerContext {
  return "aiService" in context;
}
