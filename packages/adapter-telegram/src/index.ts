/**
 * Telegram for Botwright: the Bot API by long polling or webhook.
 *
 * @module
 */

export { createTelegramAdapter, type TelegramAdapterOptions } from "./adapter.ts";
