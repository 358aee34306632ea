import { randomBytes } from "node:crypto";
import type { ListenOptions } from "../http/http.ts";
import { RequestLog } from "../api/request-log.ts";
import { SentLog } from "../api/sent-log.ts";
import { Delivery } from "./delivery/delivery.ts";
import { createFaultSlots, type DingtalkFaultSlots } from "./faults.ts";
import { FileStore } from "./files.ts";
import type { DingtalkMessageType, DingtalkObject } from "./wire.ts";

/** A message of the chat, with the data that a quote of it repeats. */
export interface QuotableMessage {
  readonly text: string;
  /** The staff id of the person in this chat. */
  readonly chat: string;
  /** The author's staff id; unset for the robot. */
  readonly from?: string;
  /** @default "text" */
  readonly msgtype?: DingtalkMessageType;
  /** The content as it was pushed. @default the text */
  readonly content?: DingtalkObject;
  /** For a message by batchSend; a message by a sessionWebhook has none. */
  readonly processQueryKey?: string;
}

/** A message that batchSend has delivered. */
interface Delivered {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly users: readonly string[];
  /** When each person has read it: a person's next message marks it. */
  readonly readAt: Map<string, number>;
  isRecalled: boolean;
}

/** Options of the simulated platform; all times are in milliseconds. */
export interface DingtalkOptions extends ListenOptions {
  /** @default random */
  readonly appKey?: string;
  /** @default random */
  readonly appSecret?: string;
  /** @default the AppKey, as in most apps */
  readonly robotCode?: string;
  /** The app's number in the lists of apps. @default 1 */
  readonly agentId?: number;
  /** Starts in HTTP mode, and posts messages to this URL. */
  readonly callbackUrl?: string;
  /** Encrypts callbacks: 43 characters, the Base64 of a key of 32 bytes without its `=`. */
  readonly aesKey?: string;
  /** Lifetime of an access token. @default 7_200_000 */
  readonly tokenLifeMs?: number;
  /** Lifetime of a sessionWebhook. @default 5_400_000 */
  readonly sessionLifeMs?: number;
  /** The pause before an unanswered or refused push is repeated, for a minute; 0: never. @default 20_000 */
  readonly redeliveryMs?: number;
  /** The interval of pings; a ping that is not answered byte for byte ends the socket. @default 30_000 */
  readonly pingMs?: number;
  /**
   * Milliseconds without frames after which a socket that was asked to disconnect is closed. @default
   * 10_000
   */
  readonly disconnectMs?: number;
  /** How many answers a sessionWebhook accepts per minute; further ones get 660026. @default 20 */
  readonly sessionPerMinute?: number;
  /** Whether the gateway answers in XML, unless `Accept` names JSON. @default true */
  readonly strictAccept?: boolean;
  /** Whether the download also accepts a `pictureDownloadCode`. @default false */
  readonly pictureCodes?: boolean;
  /** Whether batchSend refuses undocumented parameters of a `msgKey`. @default false */
  readonly strictParams?: boolean;
  /** Whether uploads of files with an undocumented extension are refused. @default false */
  readonly strictFileTypes?: boolean;
  /** Whether uploads whose `type` is only in the form are refused, as has been observed. @default false */
  readonly strictUploadQuery?: boolean;
  /** How many requests {@link Simulator.requests} remembers. @default 1000 */
  readonly requestLog?: number;
  /** The platform's time of day, in milliseconds since 1970. @default Date.now */
  readonly clock?: () => number;
}

/** A person of the organisation. */
export interface Person {
  /** The staff id. */
  readonly id: string;
  readonly name: string;
  /** The encrypted id that accompanies the staff id. */
  readonly hiddenId: string;
}

/** A sessionWebhook: its person and its expiry. */
interface Session {
  readonly user: string;
  readonly until: number;
  /** Times of the answers of the last minute. */
  answers: readonly number[];
}

/** The state of the simulated platform. */
export interface DingtalkState {
  readonly appKey: string;
  readonly appSecret: string;
  readonly robotCode: string;
  /** An entry in the lists of the organisation's apps. */
  readonly app: { readonly agentId: number; readonly name: string; readonly icon: string };
  readonly options: DingtalkOptions;
  readonly now: () => number;
  /** Set once the server listens. */
  baseUrl: string;
  readonly people: Map<string, Person>;
  readonly sessions: Map<string, Session>;
  /** The expiry of each access token. */
  readonly tokens: Map<string, number>;
  readonly files: FileStore;
  /** The messages of the chats, by message id, for quotes. */
  readonly messages: Map<string, QuotableMessage>;
  /** Messages of batchSend by their processQueryKey. */
  readonly delivered: Map<string, Delivered>;
  readonly delivery: Delivery;
  readonly faults: DingtalkFaultSlots;
  readonly sent: SentLog;
  readonly requests: RequestLog;
}

export function createState(options: DingtalkOptions): DingtalkState {
  const now = options.clock ?? Date.now;
  // Built at run time, so that no text in this repository looks like a real secret.
  const appKey = options.appKey ?? `ding${randomBytes(8).toString("hex")}`;
  return {
    appKey,
    appSecret: options.appSecret ?? randomBytes(48).toString("base64url"),
    robotCode: options.robotCode ?? appKey,
    app: { agentId: options.agentId ?? 1, name: "Robot", icon: "" },
    options,
    now,
    baseUrl: "",
    people: new Map(),
    sessions: new Map(),
    tokens: new Map(),
    files: new FileStore(now),
    messages: new Map(),
    delivered: new Map(),
    delivery: new Delivery(options.redeliveryMs ?? 20_000, now),
    faults: createFaultSlots(),
    sent: new SentLog(),
    requests: new RequestLog(options.requestLog ?? 1000),
  };
}

/** The person with this staff id, created on first use; the default name is the id. */
export function personOf(state: DingtalkState, id: string, name?: string): Person {
  const known = state.people.get(id);
  if (known !== undefined && (name === undefined || name === known.name)) return known;
  const hiddenId = known?.hiddenId ?? `$:LWCP_v1:$${randomBytes(12).toString("base64")}`;
  const person = { id, name: name ?? known?.name ?? id, hiddenId };
  state.people.set(id, person);
  return person;
}

/** Issues a new access token. */
export function grantToken(state: DingtalkState): { token: string; lifeMs: number } {
  const lifeMs = state.options.tokenLifeMs ?? 7_200_000;
  const token = randomBytes(16).toString("hex");
  state.tokens.set(token, state.now() + lifeMs);
  return { token, lifeMs };
}

/** Whether the token is valid for this call. */
export function isGoodToken(state: DingtalkState, token: string, call: string): boolean {
  if (state.faults["expired-token"].take(call)) state.tokens.delete(token);
  if (state.faults["revoked-credentials"].take(call)) return false;
  return state.now() < (state.tokens.get(token) ?? 0);
}
