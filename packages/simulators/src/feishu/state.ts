import { randomBytes } from "node:crypto";
import type { ListenOptions } from "../http/http.ts";
import { BOT_NAME } from "../message/bot-name.ts";
import { RequestLog } from "../api/request-log.ts";
import { SentLog } from "../api/sent-log.ts";
import { TypingLog } from "../api/typing-log.ts";
import { AccessTokens } from "./auth.ts";
import { Chats, type StoredFile } from "./chats.ts";
import { createFaultSlots, type FeishuFaultSlots } from "./faults.ts";
import { EventQueue } from "./delivery/queue.ts";
import type { ClientConfig, FeishuSender } from "./wire.ts";

/** Options of the simulated platform; all times are in milliseconds. */
export interface FeishuOptions extends ListenOptions {
  /** `cli_` and 16 hex digits. @default a random one */
  readonly appId?: string;
  /** @default a random one */
  readonly appSecret?: string;
  /** The bot's name. @default "Simulated Bot" */
  readonly botName?: string;
  /** Encrypts and signs HTTP callbacks. @default "", neither */
  readonly encryptKey?: string;
  /** Sent with each delivery. @default a random one */
  readonly verificationToken?: string;
  /** Delivers by HTTP to this address instead of by long connection. */
  readonly callbackUrl?: string;
  /** The first pause before a delivery by HTTP is repeated; the others are 20, 240 and 1440 times as long. @default 15000 */
  readonly callbackRetryMs?: number;
  /** The pause before an unacknowledged event is pushed again on a long connection. @default 3000 */
  readonly redeliveryMs?: number;
  /**
   * Whether acknowledgements must repeat ids beyond 2^53 exactly, which not every client can.
   * @default false: the nearest `number` is accepted
   */
  readonly exactAcks?: boolean;
  /** Client configuration of long connections, in seconds. @default no random delay, pings every 120 s */
  readonly clientConfig?: Partial<ClientConfig>;
  /** Whether messages contain the sender's name. @default true */
  readonly senderNames?: boolean;
  /** Lifetime of an access token. @default 7200000 */
  readonly tokenLifeMs?: number;
  /** How many requests {@link Simulator.requests} remembers. @default 1000 */
  readonly requestLog?: number;
  /** The platform's time of day, in milliseconds since 1970. @default Date.now */
  readonly clock?: () => number;
}

/** The state of the simulated platform. */
export interface FeishuState {
  readonly appId: string;
  readonly appSecret: string;
  readonly verificationToken: string;
  readonly encryptKey: string;
  readonly bot: { readonly name: string; readonly openId: string };
  config: ClientConfig;
  readonly senderNames: boolean;
  readonly now: () => number;
  readonly tokens: AccessTokens;
  readonly chats: Chats;
  /** The bot's uploads by key. */
  readonly uploads: Map<string, StoredFile>;
  /** The sent messages by the `uuid` of their send. */
  readonly uuids: Map<string, { readonly messageId: string; readonly at: number }>;
  readonly queue: EventQueue;
  readonly faults: FeishuFaultSlots;
  readonly sent: SentLog;
  readonly typing: TypingLog;
  readonly requests: RequestLog;
}

export const TENANT = "73f0b2c1d4e5a697";

export function createState(options: FeishuOptions): FeishuState {
  const now = options.clock ?? Date.now;
  return {
    appId: options.appId ?? `cli_${randomBytes(8).toString("hex")}`,
    appSecret: options.appSecret ?? randomBytes(16).toString("hex"),
    verificationToken: options.verificationToken ?? randomBytes(16).toString("hex"),
    encryptKey: options.encryptKey ?? "",
    bot: {
      name: options.botName ?? BOT_NAME,
      openId: `ou_${randomBytes(16).toString("hex")}`,
    },
    config: {
      ReconnectCount: -1,
      ReconnectInterval: 120,
      ReconnectNonce: 0,
      PingInterval: 120,
      ...options.clientConfig,
    },
    senderNames: options.senderNames ?? true,
    now,
    tokens: new AccessTokens(now, options.tokenLifeMs ?? 7_200_000),
    chats: new Chats(),
    uploads: new Map(),
    uuids: new Map(),
    queue: new EventQueue(),
    faults: createFaultSlots(),
    sent: new SentLog(),
    typing: new TypingLog(now),
    requests: new RequestLog(options.requestLog ?? 1000),
  };
}

/** The bot as the sender of a message. */
export function botSender(state: FeishuState): FeishuSender {
  const { appId: id, bot } = state;
  const sender = { id, id_type: "app_id", sender_type: "app", tenant_key: TENANT } as const;
  return { ...sender, open_bot_id: bot.openId };
}
