import {
  type AdapterOptions,
  assertAdapterOptions,
  assertOptionGroup,
} from "@botwright/adapter-kit";
import { invalidInput, OPTION_RULES } from "@botwright/core";
import type { MemberLimits } from "../send/quota.ts";

/** Options of `createWecomAdapter`. */
export interface WecomAdapterOptions extends AdapterOptions {
  /** The corp id, `ww…`. */
  corpId: string;
  /** The app's AgentId, a number. */
  agentId: string;
  /** The app's Secret. */
  secret: string;
  /**
   * The secrets from the console's page "receive messages"; pass the requests to
   * `adapter.handleRequest`. Without them the bot can only send, because WeCom has no polling and no socket.
   */
  callback?: {
    /** The Token, with which WeCom signs each callback. */
    token: string;
    /** The EncodingAESKey, with which WeCom encrypts each callback: 43 letters and digits. */
    encodingAesKey: string;
  };
  /** How many messages WeCom shows to one member; it drops the rest. @default 30 a minute, 1000 an hour */
  memberLimits?: Partial<MemberLimits>;
}

const { number, object, text } = OPTION_RULES;

/** Checks the options of an adapter of WeCom. @throws {InvalidInputError} `INVALID_INPUT` naming the option */
export function assertWecomOptions(options: WecomAdapterOptions): void {
  const own = { corpId: text, agentId: text, secret: text, callback: object, memberLimits: object };
  assertAdapterOptions(options, own, ["corpId", "agentId", "secret"]);
  const { corpId, agentId, secret, callback, memberLimits } = options;
  const secrets = { token: text, encodingAesKey: text };
  assertOptionGroup("callback", callback, secrets, ["token", "encodingAesKey"]);
  assertOptionGroup("memberLimits", memberLimits, { perMinute: number, perHour: number });
  const wrong =
    (!/^\w+$/.test(corpId) && "corpId must be the corp's id, such as ww0123456789abcdef") ||
    (!/^\d+$/.test(agentId) && "agentId must be the app's number, such as 1000002") ||
    (secret === "" && "secret must be the app's Secret") ||
    (callback !== undefined &&
      !/^[A-Za-z0-9]{1,32}$/.test(callback.token) &&
      "callback.token must be the console's Token, 1 to 32 letters and digits");
  if (wrong !== false) throw invalidInput(wrong);
}
