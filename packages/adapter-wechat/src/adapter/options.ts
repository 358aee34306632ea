import {
  type AdapterOptions,
  assertAdapterOptions,
  assertOptionGroup,
} from "@botwright/adapter-kit";
import { type AdapterState, OPTION_RULES } from "@botwright/core";
import type { WechatCredentials } from "../api/login.ts";
import type { WechatLogin } from "./login.ts";

/** Options of `createWechatAdapter`. */
export interface WechatAdapterOptions extends AdapterOptions {
  /** Logs the bot in when no session is known, or the known one has ended. */
  login?: WechatLogin;
  /** A session from elsewhere; it is tried before the session in `state`. */
  credentials?: WechatCredentials;
  /**
   * Stores session, cursor, context tokens and recent texts across restarts. Each bot needs its own state. It
   * contains the token: encrypt it at rest.
   * @default in memory
   */
  state?: AdapterState;
  /** @default "https://novac2c.cdn.weixin.qq.com/c2c" */
  cdnBase?: string;
  /**
   * Addresses that the server may name, besides `apiBase` and `cdnBase`: suffixes of
   * host names, which are called by https, or whole origins, such as `http://localhost:8080`.
   * @default [".qq.com", ".wechat.com"]
   */
  trustedHosts?: readonly string[];
  /** The `SKRouteTag` header of a deployment. @default none */
  routeTag?: string;
  /** The bot's name, for quotes of its own messages. @default "" */
  botName?: string;
  /** The least time between two messages of the bot, in milliseconds. @default 1500 */
  sendSpacingMs?: number;
  /** Timeout of a poll in milliseconds, until the server sends its own. @default 35_000 */
  pollTimeoutMs?: number;
  /** Timeout of a call in milliseconds; a send always has 15 s, a file 120 s. @default 15_000 */
  requestTimeoutMs?: number;
}

const { function: callback, list, number, object, text } = OPTION_RULES;

/** Checks the options of an adapter of WeChat. @throws {InvalidInputError} `INVALID_INPUT` naming the option */
export function assertWechatOptions(options: WechatAdapterOptions): void {
  assertAdapterOptions(options, {
    login: object,
    credentials: object,
    cdnBase: text,
    trustedHosts: list,
    routeTag: text,
    botName: text,
    sendSpacingMs: number,
    pollTimeoutMs: number,
  });
  assertOptionGroup("login", options.login, {
    onQr: callback,
    onScanned: callback,
    askVerifyCode: callback,
    knownTokens: list,
  });
}
