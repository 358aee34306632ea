import { randomBytes } from "node:crypto";
import type { ListenOptions } from "../http/http.ts";
import { RequestLog } from "../api/request-log.ts";
import { SentLog } from "../api/sent-log.ts";
import { TypingLog } from "../api/typing-log.ts";
import { Cdn } from "./cdn.ts";
import { createFaultSlots, type WechatFaultSlots } from "./faults.ts";
import { Login } from "./login.ts";
import { type CursorStart, MessageQueue } from "./queue.ts";

/** Options of the simulated platform; all times are in milliseconds. */
export interface WechatOptions extends ListenOptions {
  /** How long getupdates and get_qrcode_status are held. @default 18_000 */
  readonly holdMs?: number;
  /** The answer of getuploadurl: a whole URL, as today, or the parameter of older servers. @default "full-url" */
  readonly uploads?: "full-url" | "param";
  /** Whether media of people have `full_url` next to their parameter. @default true */
  readonly fullUrls?: boolean;
  /** The form of `media.aes_key` in people's media. @default "hex" */
  readonly keyForm?: "hex" | "raw";
  /**
   * The content of quotes: the quoted item; only its id, as since 2026-07; or only the server's id, as
   * since 2026-08. @default "id"
   */
  readonly quotes?: "id" | "item" | "server-id";
  /**
   * What getupdates returns for an empty cursor: unconfirmed messages, only new ones, or all.
   * @default "unconfirmed"
   */
  readonly emptyCursor?: CursorStart;
  /** How many replies one context token allows; further ones get -2. @default Infinity */
  readonly repliesPerMessage?: number;
  /** A sendmessage within this time after the previous one gets -2 `prepare failed`. @default 0 */
  readonly burstMs?: number;
  /** Whether sendmessage returns the id of the message; some servers answer `{}`. @default true */
  readonly sentIds?: boolean;
  /** The timeout that getupdates tells the client. @default none */
  readonly longpollingTimeoutMs?: number;
  /** How many requests {@link Simulator.requests} remembers. @default 1000 */
  readonly requestLog?: number;
  /** The platform's time of day, in milliseconds since 1970. @default Date.now */
  readonly clock?: () => number;
}

/** A message that the platform stores for quotes. */
export interface KnownMessage {
  readonly id: bigint;
  readonly chat: string;
  readonly from: string;
  readonly text: string;
}

/** The state of the simulated platform. */
export interface WechatState {
  readonly options: WechatOptions;
  readonly holdMs: number;
  readonly now: () => number;
  readonly botId: string;
  readonly ownerId: string;
  readonly login: Login;
  readonly queue: MessageQueue;
  readonly cdn: Cdn;
  readonly faults: WechatFaultSlots;
  readonly sent: SentLog;
  readonly typing: TypingLog;
  readonly requests: RequestLog;
  readonly known: KnownMessage[];
  /** The names of people by their ids. */
  readonly people: Map<string, string>;
  /** Message ids by client_id; the server accepts each client_id once. */
  readonly delivered: Map<string, bigint>;
  /** Number of replies by context token. */
  readonly replies: Map<string, number>;
  readonly tickets: Map<string, string>;
  lastSendAt: number;
  baseUrl: string;
  nextId: bigint;
}

export function createState(options: WechatOptions): WechatState {
  const now = options.clock ?? Date.now;
  const botId = `${randomBytes(6).toString("hex")}@im.bot`;
  const ownerId = `${randomBytes(14).toString("hex")}@im.wechat`;
  const holdMs = options.holdMs ?? 18_000;
  const state: WechatState = {
    options,
    holdMs,
    now,
    botId,
    ownerId,
    login: new Login(holdMs, () => ({
      token: `${botId}:${randomBytes(24).toString("hex")}`,
      bot_id: botId,
      user_id: ownerId,
      base_url: state.baseUrl,
    })),
    queue: new MessageQueue(),
    cdn: new Cdn(),
    faults: createFaultSlots(),
    sent: new SentLog(),
    typing: new TypingLog(now),
    requests: new RequestLog(options.requestLog ?? 1000),
    known: [],
    people: new Map(),
    delivered: new Map(),
    replies: new Map(),
    tickets: new Map(),
    lastSendAt: -Infinity,
    baseUrl: "",
    nextId: 7_312_345_678_901_234_567n,
  };
  state.login.onTakeover = () => {
    state.tickets.clear();
    state.queue.release();
  };
  return state;
}

/** Makes a person known, with the newest name; the default is the id. */
export function introduce(state: WechatState, id: string, name?: string): void {
  state.people.set(id, name ?? state.people.get(id) ?? id);
}

/** The next message id. Consecutive ids are the same `number` in JavaScript, which tests exact parsing. */
export function takeId(state: WechatState): bigint {
  const id = state.nextId;
  state.nextId += 1n;
  return id;
}

/** Whether the token belongs to the current session. */
export function isCurrent(state: WechatState, token: string): boolean {
  return state.login.session?.token === token;
}
