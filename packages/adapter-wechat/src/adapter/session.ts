import { hasCode, platformCodeOf, platformError, retry } from "@botwright/adapter-kit";
import { type Clock, describeError, type Logger, type LoginPrompt } from "@botwright/core";
import type { SessionStore } from "./session-store.ts";
import { type Addresses, withSlash } from "../api/address.ts";
import { logIn, type WechatLogin } from "./login.ts";
import type { WechatCredentials } from "../api/login.ts";
import { type Api, createApi } from "../api.ts";
import { isUnreadable, SERVICE } from "../api/answer.ts";

/** Credentials with the API that uses them. */
interface Session extends WechatCredentials {
  readonly api: Api;
}

/** Options of {@link createSessions}. */
export interface SessionsOptions {
  readonly login?: WechatLogin;
  readonly credentials?: WechatCredentials;
  readonly routeTag?: string;
  readonly store: SessionStore;
  readonly addresses: Addresses;
  readonly logger: Logger;
  readonly clock: Clock;
  readonly requestTimeoutMs: number;
  /** Called when the current session has ended: it has expired, or a login elsewhere has taken it over. */
  readonly onEnded: (error: Error) => void;
}

/** Manages the one session of a bot. */
export interface Sessions {
  /**
   * Opens a session: the first known one that the server accepts, otherwise that of a new login, whose
   * steps go to `onPrompt`.
   * @throws {PlatformError} `PLATFORM_UNAUTHORIZED` when there is neither a valid session nor `login`
   */
  open(signal: AbortSignal, onPrompt: (prompt: LoginPrompt) => void): Promise<Session>;
  /** The session for sends. @throws {PlatformError} `PLATFORM_UNAUTHORIZED` without one */
  current(): Promise<Session>;
}

/** Timeout of notifystart, in milliseconds. */
const NOTIFY_START_TIMEOUT_MS = 10_000;
/** Pause in milliseconds before a call is repeated that got a malformed answer. */
const UNREADABLE_PAUSE_MS = 2000;

/** Makes {@link Sessions}. */
export function createSessions(options: SessionsOptions): Sessions {
  const { store, addresses, logger, clock } = options;
  let session: Session | undefined;
  /** Tokens of ended sessions, so that those of the options are not used again. */
  const ended = new Set<string>();

  function use(credentials: WechatCredentials): Session {
    const { token, baseUrl } = credentials;
    const made: Session = {
      ...credentials,
      api: createApi({
        baseUrl: baseUrl === undefined ? addresses.apiBase : withSlash(addresses.trusted(baseUrl)),
        token,
        routeTag: options.routeTag,
        requestTimeoutMs: options.requestTimeoutMs,
        onExpired: () => end(made),
      }),
    };
    return made;
  }

  function end(over: Session): void {
    if (ended.has(over.token)) return;
    ended.add(over.token);
    store.forget(over.token).catch((error: unknown) => {
      logger.warn("WeChat: the ended session could not be forgotten", describeError(error));
    });
    if (session?.token !== over.token) return;
    session = undefined;
    options.onEnded(noSession());
  }

  async function known(): Promise<WechatCredentials[]> {
    const all = [options.credentials, await store.credentials()];
    return all.filter((one) => one !== undefined).filter(({ token }) => !ended.has(token));
  }

  /** Reports the start to the server. Not every server has this call, so its failure is ignored. */
  async function announce(api: Api, signal: AbortSignal): Promise<void> {
    try {
      await api.call("msg/notifystart", {}, { signal, timeoutMs: NOTIFY_START_TIMEOUT_MS });
    } catch (error) {
      logger.debug("WeChat: the server took no note of the start", describeError(error));
    }
  }

  /** Whether the server accepts the token. @throws {NetworkError} when the server does not answer */
  async function isValid(
    { api, token, userId, botId }: Session,
    signal: AbortSignal,
  ): Promise<boolean> {
    const ask = (): Promise<unknown> =>
      api.call("getconfig", { ilink_user_id: userId || botId }, { signal });
    try {
      await announce(api, signal);
      if (ended.has(token)) return false;
      await retry(ask, { waitMs: unreadablePause, signal, clock });
      return true;
    } catch (error) {
      if (hasCode(error, "PLATFORM_UNAUTHORIZED")) return false;
      ignoreRefusal(error);
      return true;
    }
  }

  return {
    async open(signal, onPrompt) {
      for (const credentials of await known()) {
        const candidate = use(credentials);
        if (!(await isValid(candidate, signal))) continue;
        session = candidate;
        return candidate;
      }
      const { login } = options;
      if (login === undefined) throw noSession();
      const credentials = await logIn({
        ...options,
        login,
        onPrompt,
        routeTag: options.routeTag,
        signal,
      });
      await store.keepCredentials(credentials);
      session = use(credentials);
      await announce(session.api, signal);
      return session;
    },
    async current() {
      if (session !== undefined) return session;
      const [credentials] = await known();
      if (credentials === undefined) throw noSession();
      session = use(credentials);
      return session;
    },
  };
}

/** Repeats the check after a malformed answer, which may mean -14 (session ended) or be an accident. */
function unreadablePause(error: unknown): number | undefined {
  return isUnreadable(error) ? UNREADABLE_PAUSE_MS : undefined;
}

/** Ignores an error that the platform reports: the token was accepted, and only the token is checked. */
function ignoreRefusal(error: unknown): void {
  if (platformCodeOf(error) === "") throw error;
}

function noSession(): Error {
  return platformError({
    service: SERVICE,
    call: "start",
    code: "PLATFORM_UNAUTHORIZED",
    description: "there is no session, or it has ended; pass login to show a QR code",
    redact: (text) => text,
  });
}
