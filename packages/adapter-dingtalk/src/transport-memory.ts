import { isObject, numberOf, textOf } from "@botwright/adapter-kit";
import type { AdapterState, Clock } from "@botwright/core";
import type { Session } from "./parse.ts";

/** What a quote by id needs to be readable. */
interface KnownText {
  /** Name of the sender. */
  readonly title: string;
  readonly text: string;
}

/** What the adapter keeps over restarts. */
export interface Memory {
  keepSession(handle: string, session: Session): Promise<void>;
  /** The session behind a context token, if it lives for a while yet. */
  sessionOf(handle: string): Promise<Session | undefined>;
  keepText(id: string, chat: string, known: KnownText): Promise<void>;
  /** A text of this chat: what a wire says of another chat's is not for this one. */
  textOf(id: string, chat: string): Promise<KnownText | undefined>;
}

/** A SHA-256 as base64url. */
const HANDLE = /^[\w-]{43}$/;
/** A session that ends sooner is not used any more. */
const SESSION_MARGIN_MS = 60_000;
const TEXT_TTL_MS = 30 * 24 * 60 * 60 * 1000;

/** Makes a {@link Memory}. */
export function createMemory(robotCode: string, state: AdapterState, clock: Clock): Memory {
  const sessionKey = (handle: string): string => `dingtalk.session.${robotCode}.${handle}`;
  const textKey = (id: string): string => `dingtalk.text.${robotCode}.${id}`;
  return {
    async keepSession(handle, { url, until, user }) {
      const ttlMs = until - clock.now();
      if (ttlMs > 0) await state.set(sessionKey(handle), { url, until, user }, { ttlMs });
    },
    async sessionOf(handle) {
      // A plugin hands it back.
      if (!HANDLE.test(handle)) return undefined;
      const kept = await state.get(sessionKey(handle));
      if (!isObject(kept)) return undefined;
      const until = numberOf(kept["until"]);
      if (until - clock.now() < SESSION_MARGIN_MS) return undefined;
      return { url: textOf(kept["url"]), until, user: textOf(kept["user"]) };
    },
    keepText: (id, chat, { title, text }) =>
      state.set(textKey(id), { chat, title, text }, { ttlMs: TEXT_TTL_MS }),
    async textOf(id, chat) {
      const kept = await state.get(textKey(id));
      if (!isObject(kept) || kept["chat"] !== chat) return undefined;
      return { title: textOf(kept["title"]), text: textOf(kept["text"]) };
    },
  };
}
