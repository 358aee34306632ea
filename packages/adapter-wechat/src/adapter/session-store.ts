import { createHash } from "node:crypto";
import { fieldsOf, isFields, textOf } from "@botwright/adapter-kit";
import type { AdapterState } from "@botwright/core";
import type { WechatCredentials } from "../api/login.ts";
import type { QuotableText } from "../parse/quote.ts";

/** The data that the adapter stores in its state across restarts. Cursor and context tokens belong to one session. */
export interface SessionStore {
  credentials(): Promise<WechatCredentials | undefined>;
  keepCredentials(credentials: WechatCredentials): Promise<void>;
  /** Deletes the cursor of a session that has ended, and the session too if it is the stored one. */
  forget(token: string): Promise<void>;
  cursor(token: string): Promise<string>;
  keepCursor(token: string, cursor: string): Promise<void>;
  contextToken(token: string, user: string): Promise<string>;
  keepContextToken(token: string, user: string, contextToken: string): Promise<void>;
  /** A stored message of this chat; `undefined` when the id belongs to another chat. */
  message(id: string, chat: string): Promise<QuotableText | undefined>;
  keepMessage(id: string, chat: string, message: QuotableText): Promise<void>;
  link(reference: string): Promise<string>;
  keepLink(reference: string, url: string): Promise<void>;
}

const DAY_MS = 24 * 3600 * 1000;
const SESSION = "wechat.session";

const cursorKey = (token: string): string => `wechat.cursor.${digest(token)}`;
const contextKey = (token: string, user: string): string =>
  `wechat.context.${digest(token)}.${digest(user)}`;
/** Hashes the id, because the server chooses its length, and stores may refuse long keys. */
const messageKey = (id: string): string => `wechat.message.${digest(id)}`;
const linkKey = (reference: string): string => `wechat.link.${digest(reference)}`;

/** Makes a {@link SessionStore} over the state of one bot. */
export function createSessionStore(state: AdapterState): SessionStore {
  const text = async (key: string): Promise<string> => textOf(await state.get(key));

  async function credentials(): Promise<WechatCredentials | undefined> {
    const kept = fieldsOf<WechatCredentials>(await state.get(SESSION));
    const { token, botId, userId, baseUrl } = kept;
    if (typeof token !== "string" || typeof botId !== "string") return undefined;
    return {
      token,
      botId,
      ...(typeof userId === "string" && { userId }),
      ...(typeof baseUrl === "string" && { baseUrl }),
    };
  }

  return {
    credentials,
    keepCredentials: (session) => state.set(SESSION, { ...session }),
    async forget(token) {
      await state.delete(cursorKey(token));
      if ((await credentials())?.token === token) await state.delete(SESSION);
    },
    cursor: (token) => text(cursorKey(token)),
    keepCursor: (token, cursor) => state.set(cursorKey(token), cursor),
    contextToken: (token, user) => text(contextKey(token, user)),
    // Reports say that a token is valid for a day or less; using an expired one does no harm.
    keepContextToken: (token, user, contextToken) =>
      state.set(contextKey(token, user), contextToken, { ttlMs: 7 * DAY_MS }),
    async message(id, chat) {
      const kept = await state.get(messageKey(id));
      return isStoredMessage(kept) && kept.chat === chat ? kept : undefined;
    },
    keepMessage: (id, chat, message) =>
      state.set(messageKey(id), { ...message, chat }, { ttlMs: 30 * DAY_MS }),
    link: (reference) => text(linkKey(reference)),
    keepLink: (reference, url) => state.set(linkKey(reference), url, { ttlMs: 7 * DAY_MS }),
  };
}

/** A stored message with the person of its chat. */
interface StoredMessage extends QuotableText {
  readonly chat: string;
}

function isStoredMessage(value: unknown): value is StoredMessage {
  return (
    isFields<StoredMessage>(value) &&
    typeof value.type === "string" &&
    typeof value.text === "string" &&
    typeof value.title === "string" &&
    typeof value.chat === "string"
  );
}

/** A digest for keys of the state, which must contain neither tokens nor user ids in the form that plugins write. */
function digest(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 32);
}
