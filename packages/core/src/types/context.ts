import type { AIService } from "../ports/ai.ts";
import type { BotAdapter } from "../ports/bot.ts";
import type { GetPlatformCreds } from "../ports/credentials.ts";
import type { ParsedMessage, QuotedMessage } from "./message.ts";
import type { SearchService } from "../ports/search.ts";
import type { Storage } from "../ports/storage.ts";

/** The nine names that both variants have, and the only ones of the single-platform variant. */
export interface SingleHandlerContext {
  /** In the single-platform variant with `sendVoice`. */
  bot: BotAdapter;
  msg: ParsedMessage;
  /** Values that the user set for the plugin's `config_schema`. */
  config: Record<string, unknown>;
  botDbId: number;
  /** The account that owns the bot (not the person who chats with it: that is `msg.from`). */
  userId: number;
  storage: Storage;
  /** The message's medium, up to 20 MiB; `null` without one, over the limit, or when it could not be had. */
  mediaBuffer: Buffer | null;
  quotedMessage: QuotedMessage | null;
  messageId: number | null;
}

/** The first argument of a plugin's `handler`. */
export interface HandlerContext extends SingleHandlerContext {
  aiService: AIService;
  searchService: SearchService;
  getPlatformCreds: GetPlatformCreds;
  /** A database pool; built-in plugins only. */
  pool?: unknown;
}

/**
 * Whether it is a context of the multi-platform variant.
 *
 * @example
 * if (isMultiContext(context)) await context.searchService.search("weather");
 */
export function isMultiContext(context: SingleHandlerContext): context is HandlerContext {
  return "aiService" in context;
}
