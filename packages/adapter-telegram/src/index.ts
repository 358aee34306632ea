/**
 * Telegram for Botwright: the Bot API by long polling or webhook.
 *
 * @module
 */

export { createTelegramAdapter } from "./adapter.ts";
export type { TelegramAdapterOptions } from "./adapter/options.ts";
export { telegramBinding, type TelegramBindingOptions } from "./binding.ts";
