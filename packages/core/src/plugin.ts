import type { AIService } from "./ai.ts";
import type { BotAdapter } from "./bot.ts";
import type { GetPlatformCreds } from "./credentials.ts";
import type { HostCallInterceptor } from "./host-calls.ts";
import type { ParsedMessage, QuotedMessage } from "./message.ts";
import type { PluginMeta } from "./plugin-meta.ts";
import type { SearchService } from "./search.ts";
import type { Storage } from "./storage.ts";

/** The first argument of a plugin's `handler`. */
export interface HandlerContext {
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
  aiService: AIService;
  searchService: SearchService;
  getPlatformCreds: GetPlatformCreds;
  /** A database pool; built-in plugins only. */
  pool?: unknown;
}

/** What a handler returns: `true` stops the chain, `false` passes the message on. */
export interface HandlerResult {
  handled: boolean;
}

/** What the dispatcher gives to one call beside the context. Plugin code never sees it. */
export interface PluginCall {
  /** Identifies this call in journals and logs. */
  readonly id: string;
  /** Goes around every host call: journal, permission, replay. */
  readonly intercept?: HostCallInterceptor;
  /** Aborted when the call's time is up. */
  readonly signal?: AbortSignal;
}

/** A plugin ready to run: a trusted function, a sandboxed file and a fake all have this shape. */
export interface Plugin {
  readonly meta: PluginMeta & { readonly slug: string };
  handler(context: HandlerContext, call?: PluginCall): Promise<HandlerResult>;
}

/** A plugin as an account has it: with its settings, and its priority if overridden. */
export interface Installation {
  readonly plugin: Plugin;
  /** Overrides the plugin's own priority; 0 to 1000, smaller runs first. */
  readonly priority?: number;
  readonly config?: Record<string, unknown>;
}
