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
 * The first argument of `handler`, as the author of a plugin file sees it: {@link HandlerContext} without the members
 * for hosts. Settings and stored values have the type `any`, as in plain JavaScript, because only the author knows
 * their types; a host validates every value that it gets from a plugin.
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
  /** Answers and sends messages. Has `sendVoice` in the single-platform variant. */
  bot: PluginBot;
  /**
   * The values that the bot's owner has set for the plugin's `config_schema`, by key. Any of them may be missing.
   *
   * @example
   * const greeting = config.greeting ?? "Hello";
   */
  // oxlint-disable-next-line typescript/no-explicit-any -- only the author knows what the settings are
  config: Record<string, any>;
  /** Persistent values by key, of this plugin and the bot's owner. */
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

/** {@link BotAdapter} without the members for hosts. A number is sent as text. */
export interface PluginBot extends Omit<
  BotAdapter,
  "forCall" | "forEffect" | "reply" | "sendText"
> {
  /**
   * Answers a message. A number becomes text, and Markdown becomes plain text. A long text is sent in several parts;
   * a text of more than 64 KiB rejects with `TEXT_TOO_LONG`.
   *
   * @example
   * await bot.reply(msg, "**Hello**");
   */
  reply(msg: ReplyTarget, text: string | number): Promise<SendReceipt>;
  /**
   * Sends text unchanged, without formatting. Without a token, the newest known token of the user is used.
   *
   * @example
   * await bot.sendText(msg.from, "Hello", msg.contextToken);
   */
  sendText(userId: string, text: string | number, contextToken?: string): Promise<SendReceipt>;
}

/** {@link AIService} without the members for hosts. */
export type PluginAI = Omit<AIService, "forEffect">;

/** `getPlatformCreds` as an author sees it: the platform determines the fields of the result. */
export interface PluginCredentials {
  (platform: "feishu"): Promise<FeishuCredentials | null>;
  (platform: "wecom"): Promise<WecomCredentials | null>;
  (platform: "dingtalk"): Promise<DingtalkCredentials | null>;
  (platform: "wechat" | "telegram"): Promise<null>;
  (platform: Platform): Promise<PlatformCredentials | null>;
}

/** A value that JSON can hold. The type refuses `undefined` and a BigInt; the store refuses a function. */
export type StorableValue = string | number | boolean | object | null;

/**
 * Persistent values of one plugin for one account, by keys of 1 to 256 characters. A write that would exceed a limit
 * changes nothing and rejects with `STORAGE_INVALID_KEY`, `STORAGE_INVALID_VALUE`, `STORAGE_VALUE_TOO_LARGE` (1 MiB)
 * or `STORAGE_QUOTA_EXCEEDED` (5 MiB for each account, with keys and 64 bytes for each entry) in `error.code`.
 */
export interface PluginValues {
  /**
   * Returns the value as it was set, or `null` when the key is absent.
   *
   * @example
   * const visits = (await storage.get(`visits/${msg.from}`)) ?? 0;
   */
  // oxlint-disable-next-line typescript/no-explicit-any -- the specification's signature: only the author knows what was set
  get<Value = any>(key: string): Promise<Value | null>;
  /**
   * Stores a text, or any other value that JSON can hold.
   *
   * @example
   * await storage.set(`visits/${msg.from}`, visits + 1);
   */
  set(key: string, value: StorableValue): Promise<void>;
  /**
   * Changes a value so that no write is lost when handlers of several chats change it at the same time. The function
   * gets the value (`null` when the key is absent) and returns the new one. If another write came in between, it is
   * called again with the newer value, so it should only compute and have no side effects. Rejects with
   * `STORAGE_CONFLICT` when other writes keep coming in between.
   *
   * @returns the value that was written
   * @example
   * const votes = await storage.update("votes", (votes) => (votes ?? 0) + 1);
   */
  // oxlint-disable-next-line typescript/no-explicit-any -- as for `get`
  update<Value = any>(
    key: string,
    change: (value: Value | null) => Value | Promise<Value>,
  ): Promise<Value>;
  /**
   * Sets the value if the key still has the expected value, `null` for an absent key.
   *
   * @returns whether the value was set
   */
  compareAndSet(key: string, expected: StorableValue, value: StorableValue): Promise<boolean>;
  /** Removes a value. An absent key is no error. */
  delete(key: string): Promise<void>;
  /** Returns all keys of the plugin, in the order in which they were first set. */
  keys(): Promise<string[]>;
  /** Removes all keys of the plugin. */
  clear(): Promise<void>;
}
