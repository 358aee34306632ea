import {
  hasCode,
  networkError,
  pause,
  platformError,
  textOf,
  type Unchecked,
} from "@botwright/adapter-kit";
import {
  type Clock,
  describeError,
  type Logger,
  type LoginPrompt,
  type NetworkError,
} from "@botwright/core";
import type { Addresses } from "./address.ts";
import { type Api, createApi } from "../api.ts";
import { SERVICE } from "./answer.ts";
import type { QrStatus } from "../wire/api.ts";

/** The result of a login. The token is as secret as a password. */
export interface WechatCredentials {
  readonly token: string;
  /** The bot's id, which is the receiver in its messages. */
  readonly botId: string;
  /** The id of the person who scanned the code. */
  readonly userId?: string;
  /** Base URL for the calls of this bot. @default apiBase */
  readonly baseUrl?: string;
}

/** Options of {@link loginSteps}. */
export interface LoginStepsOptions {
  readonly knownTokens?: readonly string[] | undefined;
  readonly addresses: Addresses;
  readonly routeTag: string | undefined;
  readonly requestTimeoutMs: number;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly signal: AbortSignal;
}

/** A step of the login; `confirmed` is the last one. */
type LoginStep =
  | LoginPrompt
  | { readonly state: "confirmed"; readonly credentials: WechatCredentials };

/** The most codes in one login. */
const MAX_CODES = 3;
const MAX_KNOWN_TOKENS = 10;
/**
 * The most characters of a code, and of its handle: a QR code holds some 2,900 bytes, and WeChat's
 * have about 100. Hosts draw the code, which would take seconds for megabytes.
 */
const MAX_CODE_CHARACTERS = 2000;
/** Pause between two calls for the status, in milliseconds. */
const STATUS_PAUSE_MS = 1000;
/** Timeout in milliseconds of a call for the status, which the server holds until the status changes. */
const STATUS_TIMEOUT_MS = 35_000;
/** Longest duration of a login, in milliseconds. */
const LOGIN_MS = 480_000;

/**
 * Logs in by a QR code, step by step:
 *
 * 1. The server sends a code, which a person scans with WeChat (`waiting`). It is valid for about 5 minutes.
 * 2. The adapter polls its status by long polling: `scaned` (`scanned`), then `confirmed` with the
 *    token (`confirmed`). The server may move the polling to another host (`scaned_but_redirect`), or
 *    ask for digits that the phone shows (`need_verifycode`, `needs-code`); it asks again when they
 *    were wrong.
 * 3. The adapter replaces a code that has expired, or for which wrong digits were typed too often (`expired`,
 *    then `waiting` again).
 *
 * The login ends after three codes or eight minutes: the last step is then `expired`.
 *
 * @throws {PlatformError} `PLATFORM_UNAUTHORIZED` when the server sends no code or no bot, or no
 * digits are typed in time; `PLATFORM_CONFLICT` when one of the known tokens belongs to that bot
 * @throws {NetworkError} when the call for a code fails, `NETWORK_BAD_ANSWER` for a code that is too long to be drawn,
 * `NETWORK_ABORTED` by the signal
 */
export async function* loginSteps(options: LoginStepsOptions): AsyncGenerator<LoginStep, void> {
  const { addresses, clock, signal } = options;
  const knownTokens = (options.knownTokens ?? []).slice(0, MAX_KNOWN_TOKENS);
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
      "get_bot_qrcode",
      "bot_type=3",
      { local_token_list: knownTokens },
      { signal },
    );
    const [handle, qr] = [textOf(code.qrcode), textOf(code.qrcode_img_content)];
    if (handle === "" || qr === "") throw loginRefused(api, "the server gave no code to scan");
    if (Math.max(handle.length, qr.length) > MAX_CODE_CHARACTERS) {
      throw networkError({ service: SERVICE, call: "get_bot_qrcode", code: "NETWORK_BAD_ANSWER" });
    }
    yield { state: "waiting", qr, attempt };
    // Limits the rate of calls to a server whose codes expire at once.
    if (attempt > 1) await rest(clock, signal);
    const confirmed = yield* watchCode(handle, until, apiAt, options);
    if (confirmed !== undefined) {
      yield { state: "confirmed", credentials: readCredentials(confirmed, addresses, api) };
      return;
    }
    yield { state: "expired" };
    if (clock.now() >= until) return;
  }
}

/** Polls the status of a code. Returns the `confirmed` answer; `undefined` when the code is no longer valid. */
async function* watchCode(
  handle: string,
  until: number,
  apiAt: (baseUrl: string) => Api,
  { addresses, clock, logger, signal }: LoginStepsOptions,
): AsyncGenerator<LoginPrompt, Unchecked<QrStatus> | undefined> {
  let api = apiAt(addresses.apiBase);
  let digits = "";
  let isScanned = false;
  while (clock.now() < until) {
    const verify = digits === "" ? "" : `&verify_code=${encodeURIComponent(digits)}`;
    const query = `qrcode=${encodeURIComponent(handle)}${verify}`;
    const answer = await askStatus(api, query, logger, signal);
    switch (answer.status) {
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
        // The server repeats this answer until the person has confirmed.
        if (!isScanned) yield { state: "scanned" };
        isScanned = true;
        break;
      case "scaned_but_redirect":
        if (textOf(answer.redirect_host) !== "") {
          api = apiAt(addresses.redirected(textOf(answer.redirect_host)));
        }
        break;
      case "need_verifycode": {
        const typed = Promise.withResolvers<string>();
        yield { state: "needs-code", isWrong: digits !== "", submit: typed.resolve };
        digits = await firstOf(typed.promise, until - clock.now(), clock, signal);
        if (digits === "") {
          throw loginRefused(api, "the phone asks for a verify code, and none was given in time");
        }
        // The person is waiting for the result, so the digits are checked without a pause.
        continue;
      }
      default: // "wait", and statuses of later servers
    }
    await rest(clock, signal);
  }
  return undefined;
}

/** Resolves to the text that a person types, or to `""` after `ms`. @throws {NetworkError} `NETWORK_ABORTED` */
async function firstOf(
  typed: Promise<string>,
  ms: number,
  clock: Clock,
  signal: AbortSignal,
): Promise<string> {
  const done = new AbortController();
  const timeout = pause(ms, AbortSignal.any([signal, done.signal]), clock);
  const text = await Promise.race([typed, timeout]);
  done.abort();
  if (signal.aborted) throw aborted();
  return text ?? "";
}

async function rest(clock: Clock, signal: AbortSignal): Promise<void> {
  await pause(STATUS_PAUSE_MS, signal, clock);
  if (signal.aborted) throw aborted();
}

/** Asks for the status. A failure counts as no change, because the code stays valid while the network fails. */
async function askStatus(
  api: Api,
  query: string,
  logger: Logger,
  signal: AbortSignal,
): Promise<Unchecked<QrStatus>> {
  try {
    const how = { timeoutMs: STATUS_TIMEOUT_MS, signal };
    return await api.login("get_qrcode_status", query, undefined, how);
  } catch (error) {
    if (signal.aborted || hasCode(error, "NETWORK_ABORTED")) throw aborted();
    logger.debug("WeChat: the status of the QR code is not known", describeError(error));
    return {};
  }
}

function readCredentials(
  confirmed: Unchecked<QrStatus>,
  addresses: Addresses,
  api: Api,
): WechatCredentials {
  const token = textOf(confirmed.bot_token).trim();
  const botId = textOf(confirmed.ilink_bot_id);
  if (token === "" || botId === "") throw loginRefused(api, "the login gave no bot");
  const baseUrl = textOf(confirmed.baseurl);
  return {
    token,
    botId,
    userId: textOf(confirmed.ilink_user_id),
    ...(baseUrl !== "" && { baseUrl: addresses.trusted(baseUrl) }),
  };
}

/** Makes the error for a login that fails. */
export function loginRefused({ redact }: Pick<Api, "redact">, description: string): Error {
  const code = "PLATFORM_UNAUTHORIZED";
  return platformError({ service: SERVICE, call: "login", code, description, redact });
}

function aborted(): NetworkError {
  return networkError({ service: SERVICE, call: "login", code: "NETWORK_ABORTED" });
}
