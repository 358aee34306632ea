import type { ListenOptions } from "../http/http.ts";
import { BOT_NAME } from "../message/bot-name.ts";
import { RequestLog } from "../api/request-log.ts";
import { SentLog } from "../api/sent-log.ts";
import type { MessageIds } from "../simulator.ts";
import { TypingLog } from "../api/typing-log.ts";
import { Chats, type Chat } from "./chats.ts";
import { createFaultSlots, type TelegramFaultSlots } from "./faults.ts";
import { FileStore } from "./files.ts";
import { Polling } from "./delivery/polling.ts";
import { UpdateQueue } from "./delivery/queue.ts";
import { Webhook } from "./delivery/webhook.ts";
import type { TelegramContent, TelegramEnvelope, TelegramMessage, TelegramUser } from "./wire.ts";

/** Options of the simulated platform; all times are in milliseconds. */
export interface TelegramOptions extends ListenOptions {
  /** The bot's token, `<bot id>:<secret>`. @default a random one */
  readonly token?: string;
  /** The bot's first name. @default "Simulated Bot" */
  readonly botName?: string;
  /** The bot's user name. @default "simulated_bot" */
  readonly botUsername?: string;
  /** A webhook that is set from the start, instead of the bot's setWebhook. */
  readonly callbackUrl?: string;
  /** The secret token of each delivery to `callbackUrl`. */
  readonly callbackSecret?: string;
  /** Accepts webhooks on http and any port, if on the loopback interface. @default true */
  readonly loopbackWebhooks?: boolean;
  /** How long the server slows down hasty or conflicting getUpdates. @default 3000 */
  readonly guardMs?: number;
  /** The unit of the growing pause between webhook deliveries that fail. @default 1000 */
  readonly webhookRetryMs?: number;
  /** The update_id of the first update. @default derived from the clock, so that it grows with each start */
  readonly firstUpdateId?: number;
  /** How many requests {@link Simulator.requests} remembers. @default 1000 */
  readonly requestLog?: number;
  /** The platform's time of day, in milliseconds since 1970. @default Date.now */
  readonly clock?: () => number;
}

/** The state of the simulated platform. */
export interface TelegramState {
  readonly token: string;
  readonly bot: TelegramUser;
  readonly now: () => number;
  readonly chats: Chats;
  readonly files: FileStore;
  readonly queue: UpdateQueue;
  readonly polling: Polling;
  readonly webhook: Webhook;
  readonly faults: TelegramFaultSlots;
  readonly sent: SentLog;
  readonly typing: TypingLog;
  readonly requests: RequestLog;
}

export function createState(token: string, options: TelegramOptions): TelegramState {
  const now = options.clock ?? Date.now;
  const queue = new UpdateQueue(options.firstUpdateId ?? firstUpdateId(now()), now);
  const polling = new Polling(queue, options.guardMs ?? 3000);
  return {
    token,
    bot: {
      id: Number.parseInt(token, 10),
      is_bot: true,
      first_name: options.botName ?? BOT_NAME,
      username: options.botUsername ?? "simulated_bot",
    },
    now,
    chats: new Chats(),
    files: new FileStore(),
    queue,
    polling,
    webhook: new Webhook(queue, {
      loopback: options.loopbackWebhooks ?? true,
      retryMs: options.webhookRetryMs ?? 1000,
      now,
    }),
    faults: createFaultSlots(),
    sent: new SentLog(),
    typing: new TypingLog(now),
    requests: new RequestLog(options.requestLog ?? 1000),
  };
}

/**
 * Update ids continue after a restart, as on the real platform: a bot that has stored its offset would regard
 * restarted ids as confirmed. With four ids per second since 2020, 31 bits last for years.
 */
function firstUpdateId(now: number): number {
  return Math.max(1, Math.floor((now - Date.UTC(2020, 0, 1)) / 250));
}

/** Writes a message into its chat; does not deliver it. */
export function writeMessage(
  state: TelegramState,
  chat: Chat,
  from: TelegramUser | undefined,
  parts: TelegramContent & TelegramEnvelope & Partial<TelegramMessage>,
): TelegramMessage {
  return chat.keep({
    message_id: parts.message_id ?? chat.nextId(),
    from,
    chat: chat.info,
    date: Math.floor(state.now() / 1000),
    ...parts,
  });
}

/** Queues a message for the bot. The id is empty when the bot's `allowed_updates` exclude it. */
export function deliver(state: TelegramState, kind: string, message: TelegramMessage): MessageIds {
  const id = state.queue.add(kind, { ...message }, message.chat.id);
  return { id: id === undefined ? "" : String(id), messageId: String(message.message_id) };
}
