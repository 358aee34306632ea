import {
  type AdapterOptions,
  assertAdapterOptions,
  assertOptionGroup,
} from "@botwright/adapter-kit";
import { OPTION_RULES } from "@botwright/core";

/** Options of `createTelegramAdapter`. */
export interface TelegramAdapterOptions extends AdapterOptions {
  /** The bot token, as BotFather gives it: `<bot id>:<secret>`. */
  token: string;
  /** Base URL of the Bot API. @default "https://api.telegram.org" */
  apiBase?: string;
  /** Receive by webhook instead of long polling: pass the requests to `adapter.handleRequest`. */
  webhook?: {
    /** The public https URL of the endpoint. */
    url: string;
    /** 1 to 256 characters of `A-Z a-z 0-9 _ -`. @default random at each start */
    secretToken?: string;
  };
  /** How long the server holds an empty poll, in seconds: 1 to 50. @default 30 */
  pollTimeoutSeconds?: number;
}

const { number, object, text } = OPTION_RULES;

/** Checks the options of an adapter of Telegram. @throws {InvalidInputError} `INVALID_INPUT` naming the option */
export function assertTelegramOptions(options: TelegramAdapterOptions): void {
  const own = { token: text, webhook: object, pollTimeoutSeconds: number };
  assertAdapterOptions(options, own, ["token"]);
  assertOptionGroup("webhook", options.webhook, { url: text, secretToken: text }, ["url"]);
}
