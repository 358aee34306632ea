import type { AIService } from "../ports/ai.ts";
import type { BotAdapter, ReplyTarget, SendReceipt } from "../ports/bot.ts";
import type {
  DingtalkCredentials,
  FeishuCredentials,
  PlatformCredentials,
  WecomCredentials,
} from "../ports/credentials.ts";
import type { HandlerContext } from "./context.ts";
import type { Platform } from "./platform.ts";

/**
 * The first argument of `handler`, as the author of a plugin file sees it: {@link HandlerContext} without
 * what is for hosts. Where only the author knows what a value is, a setting or what storage holds, it may be
 * anything, as in plain JavaScript; a host checks every value that crosses over.
 *
 * @example
 * /** @param {import("botwright").Context} ctx *\/
 * export async function handler({ bot, msg, storage }) {
 *   const visits = await storage.update(msg.from, (visits) => (visits ?? 0) + 1);
 *   await bot.reply(msg, `Visit ${visits}`);
 *   return { handled: true };
 * }
 */
export interface PluginContext extends Omit<
  HandlerContext,
  "bot" | "config" | "storage" | "aiService" | "getPlatformCreds" | "pool"
> {
  /** Answers and sends. Has `sendVoice` in the single-platform variant. */
  bot: PluginBot;
  /**
   * What the bot's owner has set for the plugin's `config_schema`, by its keys. Anything may be missing.
   *
   * @example
   * const greeting = config.greeting ?? "Hello";
   */
  // oxlint-disable-next-line typescript/no-explicit-any -- only the author knows what the settings are
  config: Record<string, any>;
  /** What lasts: values by their keys, of this plugin and the bot's owner. */
  storage: PluginValues;
  /** Models for chat, vision and pictures. */
  aiService: PluginAI;
  /**
   * The credentials that the bot's owner has configured for a platform; `null` when there are none, and
   * always for `wechat` and `telegram`. Never log or send a secret.
   *
   * @example
   * const feishu = await getPlatformCreds("feishu");
   * if (feishu !== null) console.log(feishu.app_id);
   */
  getPlatformCreds: PluginCredentials;
}

/** {@link BotAdapter} without what is for hosts. A number is sent as text. */
export interface PluginBot extends Omit<
  BotAdapter,
  "forCall" | "forEffect" | "reply" | "sendText"
> {
  /**
   * Answers a message. A number becomes text, Markdown plain text; long text is sent in several parts, and a
   * text of more than 64 KiB rejects with `TEXT_TOO_LONG`.
   *
   * @example
   * await bot.reply(msg, "**Hello**");
   */
  reply(msg: ReplyTarget, text: string | number): Promise<SendReceipt>;
  /**
   * Sends text as it is, without formatting. Without a token the newest one known for the user is used.
   *
   * @example
   * await bot.sendText(msg.from, "Hello", msg.contextToken);
   */
  sendText(userId: string, text: string | number, contextToken?: string): Promise<SendReceipt>;
}

/** {@link AIService} without what is for hosts. */
export type PluginAI = Omit<AIService, "forEffect">;

/** What `getPlatformCreds` is for an author: the platform says which fields there are. */
export interface PluginCredentials {
  (platform: "feishu"): Promise<FeishuCredentials | null>;
  (platform: "wecom"): Promise<WecomCredentials | null>;
  (platform: "dingtalk"): Promise<DingtalkCredentials | null>;
  (platform: "wechat" | "telegram"): Promise<null>;
  (platform: Platform): Promise<PlatformCredentials | null>;
}

/** A text, or what JSON can hold. The type refuses `undefined` and a BigInt; the store refuses a function. */
export type StorableValue = string | number | boolean | object | null;

/**
 * Persistent values of one plugin for one account, by keys of 1 to 256 characters. A write that would break
 * a limit rejects with `STORAGE_INVALID_KEY`, `STORAGE_INVALID_VALUE`, `STORAGE_VALUE_TOO_LARGE` (1 MiB) or
 * `STORAGE_QUOTA_EXCEEDED` (5 MiB an account, keys and 64 bytes for each entry included) in `error.code`, and changes
 * nothing.
 */
export interface PluginValues {
  /**
   * The value as it was set, or `null` when absent.
   *
   * @example
   * const visits = (await storage.get(`visits/${msg.from}`)) ?? 0;
   */
  // oxlint-disable-next-line typescript/no-explicit-any -- the specification's signature: only the author knows what was set
  get<Value = any>(key: string): Promise<Value | null>;
  /**
   * Keeps a text, or anything else that JSON can hold.
   *
   * @example
   * await storage.set(`visits/${msg.from}`, visits + 1);
   */
  set(key: string, value: StorableValue): Promise<void>;
  /**
   * Changes a value so that no write is lost when handlers of several chats do it at once: the function
   * gets the value, `null` for an absent one, and returns the new one. When another write came in
   * between, it is called again with the newer value, so it should do nothing but compute. Rejects with
   * `STORAGE_CONFLICT` when others write without a pause.
   *
   * @returns what was written
   * @example
   * const votes = await storage.update("votes", (votes) => (votes ?? 0) + 1);
   */
  // oxlint-disable-next-line typescript/no-explicit-any -- as for `get`
  update<Value = any>(
    key: string,
    change: (value: Value | null) => Value | Promise<Value>,
  ): Promise<Value>;
  /**
   * Sets the value if the key still holds the expected one, `null` for one that is absent.
   *
   * @returns whether it was set
   */
  compareAndSet(key: string, expected: StorableValue, value: StorableValue): Promise<boolean>;
  /** Removes a value. An absent one is no error. */
  delete(key: string): Promise<void>;
  /** All keys of the plugin, in the order they were first set. */
  keys(): Promise<string[]>;
  /** Removes everything of the plugin. */
  clear(): Promise<void>;
}
