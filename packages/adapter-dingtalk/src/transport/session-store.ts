import { createHash } from "node:crypto";
import { fieldsOf, numberOf, textOf } from "@botwright/adapter-kit";
import type { AdapterState, Clock } from "@botwright/core";
import type { Session } from "../parse.ts";

/** A message's text, stored for quotes that contain only its id. */
interface QuotableText {
  /** Name of the sender. */
  readonly title: string;
  readonly text: string;
}

/**
 * The data that the adapter stores in its state across restarts.
 *
 * A session is DingTalk's URL for replies to one message; it is valid for a limited time and
 * secret. Plugins see only a handle of it, the context token, so that a plugin cannot make the
 * adapter post to another URL.
 */
export interface SessionStore {
  /** Stores a session. For a person outside of the organisation, it also becomes the newest session. */
  keepSession(handle: string, session: Session): Promise<void>;
  /**
   * The URL of this person's session for a context token, unless it ends within a minute. For a person outside
   * of the organisation, whom only sessions reach, the newest session stands in for a missing one.
   */
  sessionFor(user: string, handle: string): Promise<string | undefined>;
  keepText(id: string, chat: string, known: QuotableText): Promise<void>;
  /**
   * The stored text of a message of this chat; `undefined` when the id belongs to another
   * chat.
   */
  textOf(id: string, chat: string): Promise<QuotableText | undefined>;
}

/** Whether this is an encrypted id: that of a person outside of the organisation, whom batchSend does not reach. */
export function isOutsider(user: string): boolean {
  return user.startsWith("$:");
}

/** A SHA-256 as base64url. */
const HANDLE = /^[\w-]{43}$/;
/** A session is not used in its last milliseconds. */
const SESSION_MARGIN_MS = 60_000;
const TEXT_TTL_MS = 30 * 24 * 60 * 60 * 1000;

/** Makes a {@link SessionStore}. */
export function createSessionStore(
  robotCode: string,
  state: AdapterState,
  clock: Clock,
): SessionStore {
  const sessionKey = (handle: string): string => `dingtalk.session.${robotCode}.${handle}`;
  /** Hashes the user's id, because it comes from a plugin, and stores may refuse long keys. */
  const newestKey = (user: string): string =>
    `dingtalk.newest.${robotCode}.${createHash("sha256").update(user).digest("base64url")}`;
  const textKey = (id: string): string => `dingtalk.text.${robotCode}.${id}`;

  /** The URL of a session if it belongs to this user, because a plugin may pass the token of another chat. */
  async function find(key: string, owner: string): Promise<string | undefined> {
    const { url, until, user } = fieldsOf<Session>(await state.get(key));
    const isOpen = numberOf(until) - clock.now() >= SESSION_MARGIN_MS;
    return isOpen && user === owner ? textOf(url) : undefined;
  }

  return {
    async keepSession(handle, { url, until, user }) {
      const ttlMs = until - clock.now();
      if (ttlMs <= 0) return;
      const keys = [sessionKey(handle), ...(isOutsider(user) ? [newestKey(user)] : [])];
      await Promise.all(keys.map((key) => state.set(key, { url, until, user }, { ttlMs })));
    },
    async sessionFor(user, handle) {
      // The handle comes from a plugin, which may pass any text.
      const named = HANDLE.test(handle) ? await find(sessionKey(handle), user) : undefined;
      return named ?? (isOutsider(user) ? find(newestKey(user), user) : undefined);
    },
    keepText: (id, chat, { title, text }) =>
      state.set(textKey(id), { chat, title, text }, { ttlMs: TEXT_TTL_MS }),
    async textOf(id, chat) {
      const kept = fieldsOf<QuotableText & { chat: string }>(await state.get(textKey(id)));
      if (kept.chat !== chat) return undefined;
      return { title: textOf(kept.title), text: textOf(kept.text) };
    },
  };
}
