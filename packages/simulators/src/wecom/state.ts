import type { ListenOptions } from "../http/http.ts";
import { RequestLog } from "../api/request-log.ts";
import { SentLog } from "../api/sent-log.ts";
import type { SentMessage } from "../simulator.ts";
import { Callbacks } from "./delivery/callback.ts";
import type { WecomAppCredentials } from "./wire.ts";
import { createFaultSlots, type WecomFaultSlots } from "./faults.ts";
import { MediaStore } from "./methods/media.ts";
import { Members } from "./members.ts";
import { MemberQuota } from "./quota.ts";
import { RepeatCheck } from "./repeats.ts";
import { TokenStore } from "./tokens.ts";

/** Options of the simulated platform; all times are in milliseconds. */
export interface WecomOptions extends ListenOptions {
  /** Parts of the credentials. @default random ones */
  readonly credentials?: Partial<WecomAppCredentials>;
  /** The URL for callbacks, as with {@link Simulator.setCallback}. */
  readonly callbackUrl?: string;
  /** How long the bot may take to answer a callback. @default 5000 */
  readonly callbackTimeoutMs?: number;
  /** The pause before a failed callback is repeated. @default 1000 */
  readonly callbackRetryMs?: number;
  /** Lifetime of an access token. @default 7_200_000 */
  readonly tokenLifeMs?: number;
  /**
   * Whether message/send refuses requests that the documentation's error list names, but real servers accept: another
   * content type than JSON (47001), `\u` escapes (40033), an `agentid` as text (40056). @default false
   */
  readonly strictSends?: boolean;
  /** How many requests {@link Simulator.requests} remembers. @default 1000 */
  readonly requestLog?: number;
  /** The platform's time of day, in milliseconds since 1970. @default Date.now */
  readonly clock?: () => number;
}

/** The state of the simulated platform. */
export interface WecomState {
  readonly credentials: WecomAppCredentials;
  readonly strictSends: boolean;
  readonly now: () => number;
  readonly members: Members;
  readonly tokens: TokenStore;
  readonly media: MediaStore;
  readonly callbacks: Callbacks;
  readonly quota: MemberQuota;
  readonly repeats: RepeatCheck;
  readonly faults: WecomFaultSlots;
  readonly sent: SentLog;
  /** Messages that exceeded a member's limit and were not shown. */
  readonly dropped: SentMessage[];
  readonly requests: RequestLog;
  readonly nextMessageId: () => bigint;
}

export function createState(credentials: WecomAppCredentials, options: WecomOptions): WecomState {
  const now = options.clock ?? Date.now;
  const faults = createFaultSlots();
  // Ids grow with each start, so that no message of a bot has the id of an earlier one. Consecutive ids of this size
  // are the same `number` in JavaScript.
  let lastId = 7_000_000_000_000_000_000n + BigInt(now()) * 1000n;
  return {
    credentials,
    strictSends: options.strictSends === true,
    now,
    members: new Members(),
    tokens: new TokenStore(now, (options.tokenLifeMs ?? 7_200_000) / 1000),
    media: new MediaStore(now),
    callbacks: new Callbacks({
      credentials,
      faults,
      now,
      timeoutMs: options.callbackTimeoutMs ?? 5000,
      retryMs: options.callbackRetryMs ?? 1000,
    }),
    quota: new MemberQuota(now),
    repeats: new RepeatCheck(now),
    faults,
    sent: new SentLog(),
    dropped: [],
    requests: new RequestLog(options.requestLog ?? 1000),
    nextMessageId: () => ++lastId,
  };
}
