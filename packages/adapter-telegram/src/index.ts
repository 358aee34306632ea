/**
 * Telegram for Botwright: the Bot API by long polling or webhook.
 *
 * @module
 */

export { createTelegramAdapter, type TelegramAdapterOptions } from "./adapter.ts";
export { telegramBinding, type TelegramBindingOptions } from "./binding.ts";
