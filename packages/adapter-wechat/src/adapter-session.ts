import { hasCode, platformCodeOf, platformError, retry } from "@botwright/adapter-kit";
import { type Clock, describeError, type Logger, type LoginPrompt } from "@botwright/core";
import type { Memory } from "./adapter-memory.ts";
import { type Addresses, withSlash } from "./api-address.ts";
import { logIn, type WechatLogin } from "./adapter-login.ts";
import type { WechatCredentials } from "./api-login.ts";
import { type Api, createApi } from "./api.ts";
import { isUnreadable, SERVICE } from "./api-answer.ts";

/** A session that calls can be made with. */
interface Session extends WechatCredentials {
  readonly api: Api;
}

/** Options of {@link createSessions}. */
export interface SessionsOptions {
  readonly login?: WechatLogin;
  readonly credentials?: WechatCredentials;
  readonly routeTag?: string;
  readonly memory: Memory;
  readonly addresses: Addresses;
  readonly logger: Logger;
  readonly clock: Clock;
  readonly requestTimeoutMs: number;
  /** The session that was in use has ended: expired, or taken over by a login elsewhere. */
  readonly onEnded: (error: Error) => void;
}

/** The one session of a bot. */
export interface Sessions {
  /**
   * A session that works: the known one, else that of a new login, whose steps go to `onPrompt`.
   * @throws {PlatformError} `PLATFORM_UNAUTHORIZED` when none does and nobody can log in
   */
  open(signal: AbortSignal, onPrompt: (prompt: LoginPrompt) => void): Promise<Session>;
  /** The session for sends. @throws {PlatformError} `PLATFORM_UNAUTHORIZED` without one */
  current(): Promise<Session>;
}

/** A server that does not answer to a start is not waited for longer. */
const ANNOUNCE_MS = 10_000;
/** Before an answer that nobody could read is asked for again. */
const UNREADABLE_PAUSE_MS = 2000;

/** Makes {@link Sessions}. */
export function createSessions(options: SessionsOptions): Sessions {
  const { memory, addresses, logger, clock } = options;
  let session: Session | undefined;
  /** Ended ones of the options must not come back by themselves. */
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
    memory.forget(over.token).catch((error: unknown) => {
      logger.warn("WeChat: the ended session could not be forgotten", describeError(error));
    });
    if (session?.token !== over.token) return;
    session = undefined;
    options.onEnded(noSession());
  }

  async function known(): Promise<WechatCredentials[]> {
    const all = [options.credentials, await memory.credentials()];
    return all.filter((one) => one !== undefined).filter(({ token }) => !ended.has(token));
  }

  /** Not every server knows the call, and none needs it. */
  async function announce(api: Api, signal: AbortSignal): Promise<void> {
    try {
      await api.call("msg/notifystart", {}, { signal, timeoutMs: ANNOUNCE_MS });
    } catch (error) {
      logger.debug("WeChat: the server took no note of the start", describeError(error));
    }
  }

  /** Whether the server takes the token. @throws when the server cannot be asked */
  async function works(
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
        if (!(await works(candidate, signal))) continue;
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
      await memory.keepCredentials(credentials);
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

/** An answer that nobody can read is asked for again. */
function unreadablePause(error: unknown): number | undefined {
  return isUnreadable(error) ? UNREADABLE_PAUSE_MS : undefined;
}

/** What the server says to a good token about the rest of the call does not matter here. */
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
