import {
  hasCode,
  networkError,
  pause,
  platformError,
  textOf,
  type WireObject,
} from "@botwright/adapter-kit";
import { type Clock, describeError, type Logger, type NetworkError } from "@botwright/core";
import type { Addresses } from "./api-address.ts";
import { type Api, createApi } from "./api.ts";
import { SERVICE } from "./api-answer.ts";

/** What a login gives, to be kept like a password. */
export interface WechatCredentials {
  readonly token: string;
  /** The bot's id, which messages name as their receiver. */
  readonly botId: string;
  /** The id of the person who scanned. */
  readonly userId?: string;
  /** Where the calls of this bot go. @default apiBase */
  readonly baseUrl?: string;
}

/** How a person logs the bot in. */
export interface WechatLogin {
  /**
   * Shows a code: draw `content` as a QR code. It is called again when a code has become too old,
   * `attempt` counts from 1 to 3.
   */
  onQr(code: { readonly content: string; readonly attempt: number }): void | Promise<void>;
  /** The code was scanned; the person has to confirm on the phone. */
  onScanned?(): void;
  /** Asks for the digits that the phone shows; `isWrong` when the ones before were. */
  askVerifyCode?(isWrong: boolean): Promise<string>;
  /** Tokens of other bots of this host, so that a bot is not bound twice. @default none */
  readonly knownTokens?: readonly string[];
}

/** Options of {@link logIn}. */
export interface LogInOptions {
  readonly login: WechatLogin;
  readonly addresses: Addresses;
  readonly routeTag: string | undefined;
  readonly requestTimeoutMs: number;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly signal: AbortSignal;
}

/** So many codes are shown in one login. */
const MAX_CODES = 3;
const MAX_KNOWN_TOKENS = 10;
/** Between two questions for the status. */
const STATUS_PAUSE_MS = 1000;
/** The server holds the question for the status. */
const STATUS_TIMEOUT_MS = 35_000;
/** Of the whole login. */
const LOGIN_MS = 480_000;

/**
 * Logs in by QR codes until a person has confirmed one.
 *
 * @throws {PlatformError} `PLATFORM_UNAUTHORIZED` when nobody did in time, `PLATFORM_CONFLICT` when
 * one of the known tokens is already that bot's
 * @throws {NetworkError} when no code can be had, `NETWORK_ABORTED` after a stop
 */
export async function logIn(options: LogInOptions): Promise<WechatCredentials> {
  const { login, addresses, clock, signal } = options;
  const knownTokens = (login.knownTokens ?? []).slice(0, MAX_KNOWN_TOKENS);
  const apiAt = (baseUrl: string): Api =>
    createApi({
      baseUrl,
      secrets: knownTokens,
      routeTag: options.routeTag,
      requestTimeoutMs: options.requestTimeoutMs,
    });
  const api = apiAt(addresses.apiBase);
  const until = clock.now() + LOGIN_MS;
  for (let attempt = 1; attempt <= MAX_CODES; attempt++) {
    const code = await api.login(
      "get_bot_qrcode?bot_type=3",
      { local_token_list: knownTokens },
      { signal },
    );
    const [handle, content] = [textOf(code["qrcode"]), textOf(code["qrcode_img_content"])];
    if (handle === "" || content === "") throw refusal(api, "the server gave no code to scan");
    await login.onQr({ content, attempt });
    // A server that takes each code back at once is not asked faster.
    if (attempt > 1) await rest(clock, signal);
    const confirmed = await watchCode(handle, until, apiAt, options);
    if (confirmed !== undefined) return readCredentials(confirmed, addresses, api);
    if (clock.now() >= until) break;
  }
  throw refusal(api, "no code was confirmed in time; start again to show new ones");
}

/** The `confirmed` answer; `undefined` when the code is dead. */
async function watchCode(
  handle: string,
  until: number,
  apiAt: (baseUrl: string) => Api,
  { login, addresses, clock, logger, signal }: LogInOptions,
): Promise<WireObject | undefined> {
  let api = apiAt(addresses.apiBase);
  let digits = "";
  let isScanned = false;
  while (clock.now() < until) {
    const verify = digits === "" ? "" : `&verify_code=${encodeURIComponent(digits)}`;
    const path = `get_qrcode_status?qrcode=${encodeURIComponent(handle)}${verify}`;
    const answer = await askStatus(api, path, logger, signal);
    switch (answer["status"]) {
      case "confirmed":
        return answer;
      case "expired":
      case "verify_code_blocked":
        return undefined;
      case "binded_redirect":
        throw platformError({
          service: SERVICE,
          call: "get_qrcode_status",
          code: "PLATFORM_CONFLICT",
          description: "one of the known tokens is already that bot's",
          redact: api.redact,
        });
      case "scaned":
        digits = "";
        // It is said again until the person has confirmed.
        if (!isScanned) login.onScanned?.();
        isScanned = true;
        break;
      case "scaned_but_redirect":
        if (textOf(answer["redirect_host"]) !== "") {
          api = apiAt(addresses.redirected(textOf(answer["redirect_host"])));
        }
        break;
      case "need_verifycode":
        if (login.askVerifyCode === undefined) {
          throw refusal(api, "the phone asks for a verify code: pass login.askVerifyCode");
        }
        digits = await login.askVerifyCode(digits !== "");
        // The person has waited long enough.
        continue;
      default: // "wait", and what later servers may add
    }
    await rest(clock, signal);
  }
  return undefined;
}

async function rest(clock: Clock, signal: AbortSignal): Promise<void> {
  await pause(STATUS_PAUSE_MS, signal, clock);
  if (signal.aborted) throw aborted();
}

/** Whatever goes wrong between here and the server counts as "nothing new". */
async function askStatus(
  api: Api,
  path: string,
  logger: Logger,
  signal: AbortSignal,
): Promise<WireObject> {
  try {
    return await api.login(path, undefined, { timeoutMs: STATUS_TIMEOUT_MS, signal });
  } catch (error) {
    if (signal.aborted || hasCode(error, "NETWORK_ABORTED")) throw aborted();
    logger.debug("WeChat: the status of the QR code is not known", describeError(error));
    return {};
  }
}

function readCredentials(confirmed: WireObject, addresses: Addresses, api: Api): WechatCredentials {
  const token = textOf(confirmed["bot_token"]).trim();
  const botId = textOf(confirmed["ilink_bot_id"]);
  if (token === "" || botId === "") throw refusal(api, "the login gave no bot");
  const baseUrl = textOf(confirmed["baseurl"]);
  return {
    token,
    botId,
    userId: textOf(confirmed["ilink_user_id"]),
    ...(baseUrl !== "" && { baseUrl: addresses.trusted(baseUrl) }),
  };
}

function refusal(api: Api, description: string): Error {
  return platformError({
    service: SERVICE,
    call: "login",
    code: "PLATFORM_UNAUTHORIZED",
    description,
    redact: api.redact,
  });
}

function aborted(): NetworkError {
  return networkError({ service: SERVICE, call: "login", code: "NETWORK_ABORTED" });
}
