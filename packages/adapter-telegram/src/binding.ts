import { readCredentials } from "@botwright/adapter-kit";
import type { BindingField, PlatformBinding } from "@botwright/core";
import type { TelegramAdapterOptions } from "./adapter/options.ts";
import { createTelegramAdapter } from "./adapter.ts";
import { TEXT_LIMITS } from "./send.ts";

/** Options of the adapter besides its token. */
export type TelegramBindingOptions = Omit<TelegramAdapterOptions, "token">;

const FIELDS: readonly BindingField[] = [
  {
    name: "token",
    label: { en: "Bot token", zh: "机器人令牌（Bot Token）" },
    help: {
      en: "In Telegram, send /newbot to @BotFather, or /token for a bot that you have.",
      zh: "在 Telegram 中向 @BotFather 发送 /newbot；已有机器人则发送 /token。",
    },
    secret: true,
    required: true,
    pattern: String.raw`\d+:[^\s\/?#]+`,
    example: "123456789:AAE-x1…",
  },
];

/**
 * Binds a Telegram bot by the token that BotFather gives.
 *
 * @example
 * const adapter = telegramBinding.createAdapter({ token }, { state, logger });
 */
export const telegramBinding: PlatformBinding<TelegramBindingOptions> = {
  platform: "telegram",
  label: { en: "Telegram", zh: "Telegram" },
  transports: ["long-polling", "callback"],
  textLimits: TEXT_LIMITS,
  fields: FIELDS,
  callback: {
    fields: [],
    options: (_credentials, url) => ({ webhook: { url } }),
  },
  accountOf: (credentials) => readCredentials(FIELDS, credentials)("token").split(":", 1).join(""),
  createAdapter(credentials, options = {}) {
    const read = readCredentials(FIELDS, credentials);
    return createTelegramAdapter({ ...options, token: read("token") });
  },
};
