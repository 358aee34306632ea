import { fieldsOf, numberOf, textOf } from "@botwright/adapter-kit";
import type { AdapterState, Clock } from "@botwright/core";
import type { Session } from "../parse.ts";

/** A message's text, stored for quotes that name its id only. */
interface QuotableText {
  /** Name of the sender. */
  readonly title: string;
  readonly text: string;
}

/**
 * What the adapter stores in its state across restarts.
 *
 * A session is DingTalk's address for replies to one message; it is valid for a limited time and is
 * a secret. Plugins see only a handle of it, the context token, so that a plugin cannot make the
 * adapter post to an address of its own.
 */
export interface SessionStore {
  keepSession(handle: string, session: Session): Promise<void>;
  /** The session behind a context token, unless it ends within a minute. */
  sessionOf(handle: string): Promise<Session | undefined>;
  keepText(id: string, chat: string, known: QuotableText): Promise<void>;
  /**
   * The stored text of a message of this chat. A quote may name the id of a message of another
   * chat: that one is not found.
   */
  textOf(id: string, chat: string): Promise<QuotableText | undefined>;
}

/** A SHA-256 as base64url. */
const HANDLE = /^[\w-]{43}$/;
/** Milliseconds before its end from which a session is no longer used. */
const SESSION_MARGIN_MS = 60_000;
const TEXT_TTL_MS = 30 * 24 * 60 * 60 * 1000;

/** Makes a {@link SessionStore}. */
export function createSessionStore(
  robotCode: string,
  state: AdapterState,
  clock: Clock,
): SessionStore {
  const sessionKey = (handle: string): string => `dingtalk.session.${robotCode}.${handle}`;
  const textKey = (id: string): string => `dingtalk.text.${robotCode}.${id}`;
  return {
    async keepSession(handle, { url, until, user }) {
      const ttlMs = until - clock.now();
      if (ttlMs > 0) await state.set(sessionKey(handle), { url, until, user }, { ttlMs });
    },
    async sessionOf(handle) {
      // It comes from a plugin, which may pass any text.
      if (!HANDLE.test(handle)) return undefined;
      const { url, until: end, user } = fieldsOf<Session>(await state.get(sessionKey(handle)));
      const until = numberOf(end);
      if (until - clock.now() < SESSION_MARGIN_MS) return undefined;
      return { url: textOf(url), until, user: textOf(user) };
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
