import type { AIService } from "../ports/ai.ts";
import type { BotAdapter } from "../ports/bot.ts";
import type { GetPlatformCreds } from "../ports/credentials.ts";
import type { ParsedMessage, QuotedMessage } from "./message.ts";
import type { SearchService } from "../ports/search.ts";
import type { PluginStorage } from "../ports/storage.ts";

/** The members of the context in both variants; the single-platform variant has no others. */
export interface SingleHandlerContext {
  /** Answers and sends messages. Has `sendVoice` in the single-platform variant. */
  bot: BotAdapter;
  /** The message. */
  msg: ParsedMessage;
  /**
   * The values that the bot's owner has set for the plugin's `config_schema`, by key. Any of them may be missing.
   */
  config: Record<string, unknown>;
  /** The bot's number. */
  botDbId: number;
  /** The account that owns the bot (not the person who chats with it: that is `msg.from`). */
  userId: number;
  /** Stores values by key beyond this call, separately for each plugin and each owner of bots. */
  storage: PluginStorage;
  /**
   * The message's medium, up to 20 MiB; `null` without a medium, over the limit, or after a failed
   * download.
   */
  mediaBuffer: Buffer | null;
  /** The message that this one answers, as `msg.quotedMessage`; `null` without one. */
  quotedMessage: QuotedMessage | null;
  /** The message's number, as `msg.messageId`. */
  messageId: number | null;
}

/** The bot of the multi-platform variant: `sendVoice` is not offered, and calling it has no effect. */
export type MultiBot = Omit<BotAdapter, "sendVoice">;

/** The first argument of a plugin's `handler`. */
export interface HandlerContext extends SingleHandlerContext {
  bot: MultiBot;
  /** Models for chat, vision and pictures. */
  aiService: AIService;
  /** Web search. */
  searchService: SearchService;
  /** Credentials that the bot's owner has configured. */
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
